// Small comforts that every page of the desk shares. Nothing here is needed to use it.
"use strict";

document.addEventListener("click", (event) => {
    const open = document.querySelector(".desk-picker[open]");
    if (open && !open.contains(event.target)) open.removeAttribute("open");
});

document.addEventListener("keydown", (event) => {
    const open = document.querySelector(".desk-picker[open]");
    if (event.key === "Escape" && open) {
        open.removeAttribute("open");
        open.querySelector("summary").focus();
    }
});

// A form that asks before it does something that agents will notice.
document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.ask || event.target.dataset.ask;
    if (question && !window.confirm(question)) event.preventDefault();
});
