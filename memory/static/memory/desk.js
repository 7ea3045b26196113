// Small comforts that every page of the desk shares. Nothing here is needed to use it.
"use strict";

// Unfold's frame has no main landmark, and no way past its navigation for who walks by Tab.
const frame = document.getElementById("main");
if (frame) {
    frame.setAttribute("role", "main");
    frame.tabIndex = -1;
    const skip = Object.assign(document.createElement("a"), { href: "#main", textContent: "Skip the navigation" });
    skip.className = "desk-skip";
    document.body.prepend(skip);
}

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

// A form that asks before it does something that agents will notice; and a double click, which sends a form once.
const SECOND_CLICK = 1000; // ms
const sentAt = new WeakMap();
document.addEventListener("submit", (event) => {
    const question = event.submitter?.dataset.ask || event.target.dataset.ask;
    if (event.timeStamp - (sentAt.get(event.target) ?? -SECOND_CLICK) < SECOND_CLICK) return event.preventDefault();
    if (question && !window.confirm(question)) return event.preventDefault();
    if (event.target.method === "post" && !event.defaultPrevented) sentAt.set(event.target, event.timeStamp);
});

// --- A slider above each field of a time: it stops at the moments at which something changed, else at a day -----------

for (const field of document.querySelectorAll(".desk-time input[data-begin]")) {
    const HOUR = 3600;
    const seconds = (text) => Date.parse(`${text}Z`) / 1000; // the fields are in the server's time: as UTC on both ways
    const [begin, end] = [seconds(field.dataset.begin), seconds(field.dataset.end)];
    const stops = new Set([begin, end, ...field.dataset.marks.split(",").filter(Boolean).map(seconds)]);
    const days = (end - begin) / (24 * HOUR);
    const step = Math.max(days > 400 ? Math.ceil(days / 400) * 24 * HOUR : days > 20 ? 24 * HOUR : HOUR, 60);
    for (let at = begin; at < end; at += step) stops.add(at);
    const places = [...stops].filter((at) => at >= begin && at <= end).sort((a, b) => a - b);
    if (places.length < 2) continue; // what came in just now has no other time
    const written = (at) => new Date(at * 1000).toISOString().slice(0, 16);
    const nearest = (at) => places.reduce((best, one, place) => (Math.abs(one - at) < Math.abs(places[best] - at) ? place : best), 0);
    const slider = Object.assign(document.createElement("input"), { type: "range", min: 0, max: places.length - 1 });
    slider.className = "desk-slider";
    slider.setAttribute("aria-label", field.labels[0].textContent);
    const follow = () => {
        slider.value = field.value ? nearest(seconds(field.value.slice(0, 16))) : places.length - 1;
        slider.setAttribute("aria-valuetext", field.value ? field.value.replace("T", " ") : "now");
    };
    slider.addEventListener("input", () => {
        const last = Number(slider.value) === places.length - 1; // the right end is now
        field.value = last ? "" : written(places[slider.value]);
        slider.setAttribute("aria-valuetext", last ? "now" : field.value.replace("T", " "));
    });
    slider.addEventListener("change", () => field.form.requestSubmit());
    field.addEventListener("input", follow);
    follow();
    field.before(slider);
}

// --- Keys that every page has: G and a letter to go, ? for help. `desk.keys` are a page's own. ---------------------

const goTo = JSON.parse(document.getElementById("desk-places")?.textContent ?? "[]"); // [letter, title, address]
let going = 0; // until when a letter after G is waited for
const GOING = 1500;

window.desk.help = () => {
    const box = document.createElement("dialog");
    box.className = "desk desk-dialog";
    box.setAttribute("aria-labelledby", "desk-help");
    box.innerHTML = `<form method="dialog" class="desk-form"><h2 id="desk-help">Keys</h2><dl class="desk-facts"></dl><button class="desk-button">Close</button></form>`;
    const all = [...(window.desk.keys ?? []), ...goTo.map(([letter, title]) => [`G ${letter.toUpperCase()}`, `go to ${title}`]), ["?", "this help"]];
    for (const [key, what] of all) {
        const [name, said] = [document.createElement("dt"), document.createElement("dd")];
        name.append(Object.assign(document.createElement("kbd"), { textContent: key }));
        said.textContent = what;
        box.querySelector("dl").append(name, said);
    }
    box.addEventListener("close", () => box.remove());
    document.body.append(box);
    box.showModal();
};

document.addEventListener("keydown", (event) => {
    if (!goTo.length || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.target.closest("input, select, textarea, dialog, [contenteditable]")) return;
    const waited = Date.now() < going;
    going = 0;
    const place = waited && goTo.find(([letter]) => letter === event.key.toLowerCase());
    if (place) window.location.assign(place[2]);
    else if (event.key === "?") window.desk.help();
    else if (event.key.toLowerCase() === "g") going = Date.now() + GOING;
    else return;
    event.preventDefault();
});

// What was typed into a form that was refused is there again.
const kept = document.getElementById("desk-kept-fields");
if (kept) {
    const { path, verb, fields } = JSON.parse(kept.textContent);
    const forms = [...document.forms].filter((one) => one.getAttribute("action") === path);
    const form = forms.find((one) => verb && one.querySelector(`[name=verb][value="${CSS.escape(verb)}"]`)) ?? null;
    for (const [name, value] of fields) {
        const field = form?.elements.namedItem(name);
        if (field && "value" in field && field.type !== "checkbox") field.value = value;
    }
    for (let part = form; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
}

// What is under way (an element with data-follow) is asked for again until the answer no longer asks for that. Without
// a script, the page's own link loads it anew.
const SOON = 2000;
const LATER = 15000; // what does not move, such as work that no worker takes, is asked for less and less often

async function follow(part, wait) {
    const answer = document.hidden ? null : await fetch(part.dataset.follow).catch(() => null);
    // Signed out, or no longer allowed to look: what stands there stays, and a reload says why.
    if (answer && (!answer.ok || answer.redirected)) return;
    let next = part;
    if (answer) {
        const box = document.createElement("template");
        box.innerHTML = (await answer.text()).trim();
        next = box.content.firstElementChild;
        wait = next.isEqualNode(part) ? Math.min(wait * 1.5, LATER) : SOON;
        const focused = part.contains(document.activeElement) ? document.activeElement.id : "";
        part.replaceWith(next);
        if (focused) document.getElementById(focused)?.focus();
    }
    if (next.dataset.follow) window.setTimeout(follow, wait, next, wait);
}

for (const part of document.querySelectorAll("[data-follow]")) window.setTimeout(follow, SOON, part, SOON);
