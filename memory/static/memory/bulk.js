// Sends a bulk action in pieces, so that it shows how far it is and no request takes long.
"use strict";

const form = document.getElementById("bulk");

form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    const bar = form.querySelector(".desk-progress");
    const status = document.getElementById("bulk-status");
    const rows = form.elements.rows.value.split(",").filter(Boolean);
    const size = Number(form.dataset.chunk) || rows.length;
    button.disabled = true;
    bar.hidden = false;
    const refused = [];
    for (let start = 0; start < rows.length; start += size) {
        const body = new FormData(form);
        body.set("rows", rows.slice(start, start + size).join(","));
        const answer = await fetch(form.getAttribute("action"), { method: "POST", body, headers: { "X-Requested-With": "fetch" } });
        if (!answer.ok) {
            status.textContent = `Stopped at ${start} of ${rows.length}: the service answered ${answer.status}.`;
            button.disabled = false;
            return;
        }
        refused.push(...(await answer.json()).refused);
        const done = Math.min(start + size, rows.length);
        const share = Math.round((100 * done) / rows.length);
        bar.firstElementChild.style.width = `${share}%`;
        bar.setAttribute("aria-valuenow", share);
        status.textContent = `${done} of ${rows.length}`;
    }
    if (refused.length) {
        status.textContent = `${rows.length - refused.length} done. Refused: ${refused.slice(0, 5).join("; ")}`;
        const link = document.createElement("a");
        link.href = form.dataset.done;
        link.textContent = " See what was changed.";
        status.append(link);
        return;
    }
    window.location.assign(form.dataset.done);
});
