// Runs after Alpine, which uncovers the page: where Alpine was not loaded, the page is shown as it came.
"use strict";

if (!window.Alpine) document.documentElement.removeAttribute("x-cloak");
