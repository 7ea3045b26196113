// Sends a bulk action in pieces, so that it shows how far it is and no request takes long. What was not stored is sent
// again at the next press; the service does nothing twice.
"use strict";

const form = document.getElementById("bulk");
let start = 0; // rows before this one are stored
let done = 0; // of these; what was so already and what is gone are none
const refused = [];

form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    const bar = form.querySelector(".desk-progress");
    const status = document.getElementById("bulk-status");
    const rows = form.elements.rows.value.split(",").filter(Boolean);
    const size = Number(form.dataset.chunk) || rows.length;
    button.disabled = true;
    bar.hidden = false;
    while (start < rows.length) {
        const body = new FormData(form);
        body.set("rows", rows.slice(start, start + size).join(","));
        const answer = await window.desk.send(form.dataset.part, body);
        if (answer.kind !== "done") {
            status.textContent = `Stopped at ${start} of ${rows.length}: ${answer.error.replace(/\.?$/, ".")} Press again to go on.`;
            button.disabled = false;
            return;
        }
        done += answer.done;
        refused.push(...answer.refused);
        start = Math.min(start + size, rows.length);
        const share = Math.round((100 * start) / rows.length);
        bar.firstElementChild.style.width = `${share}%`;
        bar.setAttribute("aria-valuenow", share);
        status.textContent = `${start} of ${rows.length}`;
    }
    if (refused.length) {
        const more = refused.length > 5 ? `; and ${refused.length - 5} more` : "";
        status.textContent = `${done} done. Refused: ${refused.slice(0, 5).join("; ")}${more}`;
        const link = document.createElement("a");
        link.href = form.dataset.done;
        link.textContent = " See what was changed.";
        status.append(link);
        return;
    }
    window.location.assign(form.dataset.done);
});
