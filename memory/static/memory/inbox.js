// The inbox: one key a decision. Cards are fetched ahead, and the next one shows while a decision is on its way; it counts
// when the service has answered that it is stored. One that is not stored brings its card back.
"use strict";

const { alike: alikeBox, decisions: decisionButtons, element, face, list: listed, noteBox } = window.deskCards;
const root = document.getElementById("inbox");
const listBox = document.getElementById("inbox-list");
const cardBox = document.getElementById("inbox-card");
const editBox = document.getElementById("inbox-edit");
const textBox = document.getElementById("inbox-text");
const trouble = document.getElementById("inbox-trouble");
const keys = document.getElementById("inbox-keys");
const actButtons = document.getElementById("inbox-acts");
const begin = JSON.parse(document.getElementById("inbox-begin").textContent);
const AHEAD = 2; // cards that are there before they are asked for
const FEW = 10; // rows left below the current one when more are asked for
const PAUSE = 300; // milliseconds that a card shows before it is claimed
const RENEW = 60000; // and claimed again

let { rows, groups, held, total } = begin; // rows: what waits, as far as it is listed; {key, place, group, …}
let lastDecision = begin.own; // {change, says} or null
let current = begin.first;
const cards = new Map(begin.cards.map((card) => [card.key, card])); // by key; null for one that is gone
const attempts = new Map(); // by key: {decision, content, key, keys}
let moreRows = rows.length < total;
let listing = null;
let fetching = null;
let done = 0;
let underWay = []; // {row, card, decision, content, key}: sent one after the other, in order
let sending = false;
let undoing = false;
let claiming = 0;
const drafts = new Map(); // by key: what was typed for a card that another one took the place of
const DOUBLE = 400; // milliseconds in which a second click is a double click's: it decides nothing about the next card
let clicked = -DOUBLE; // when a click decided
const pressed = new Set(); // keys that are down: holding one decides one card

const rowOf = (key) => rows.find((row) => row.key === key);
const card = () => cards.get(current) ?? null;

function draw() {
    const shown = card();
    if (shown) {
        cardBox.replaceChildren(...face(shown, held[current]));
        keys.replaceChildren(...decisionButtons(shown));
    } else {
        cardBox.replaceChildren(element("p", {
            className: "desk-empty",
            textContent: current || moreRows || underWay.length ? "…" : nothing(),
        }));
        keys.replaceChildren();
    }
    if (!shown || editBox.dataset.card !== current) editBox.hidden = true;
    drawList();
    tell();
    fetchCards();
    if (rows.length - rows.indexOf(rowOf(current)) <= FEW) fetchRows();
    window.clearTimeout(claiming);
    if (shown) claiming = window.setTimeout(claim, PAUSE);
}

// What an empty inbox says: whether all was decided, nothing waits, or the filter leaves nothing over.
function nothing() {
    if (done) return "All of it is decided.";
    return Object.keys(begin.view).some((name) => name !== "by") ? "Nothing waits in this view." : "Nothing waits for a decision.";
}

function drawList() {
    listBox.replaceChildren(...(rows.length ? listed(rows, groups, current, held)
        : [element("p", { className: "desk-empty", textContent: moreRows ? "…" : nothing() })]));
    const here = listBox.querySelector("[aria-current]");
    if (!here) return;
    // The list alone scrolls, not the page.
    const above = here.offsetTop - listBox.offsetTop - 40;
    if (above < listBox.scrollTop || above + 120 > listBox.scrollTop + listBox.clientHeight) listBox.scrollTop = above;
}

// What is stored, what is on its way, and what Undo would take back.
function tell() {
    for (const button of actButtons.querySelectorAll("button")) {
        const { act } = button.dataset;
        if (act === "undo") button.disabled = !lastDecision || undoing || underWay.length > 0;
        else if (act === "alike") button.disabled = !card()?.alike;
        else if (act === "note") button.disabled = !card();
        else if (act === "evidence") button.disabled = !cardBox.querySelector("[data-around], [data-shown]");
        else if (act !== "help") button.disabled = rows.length < 2;
    }
    document.getElementById("inbox-last").textContent = lastDecision ? `Undo takes back: ${lastDecision.says}` : "";
    const left = Math.max(total - done - underWay.length, rows.length);
    document.getElementById("inbox-count").textContent =
        `${done} done, ${left} to go${underWay.length ? `, ${underWay.length} being stored` : ""}`;
}

function complain(text) {
    trouble.replaceChildren(text);
    trouble.hidden = false;
}

function calm() {
    trouble.hidden = true;
    trouble.replaceChildren();
}

const stopped = (text) => text.replace(/\.?$/, ".");

// --- What is shown next -----------------------------------------------------------------------------------------

function show(key) {
    if (!key || key === current) return;
    current = key;
    draw();
}

function step(by) {
    const place = rows.indexOf(rowOf(current)) + by;
    if (rows.length) show(rows[Math.min(Math.max(place, 0), rows.length - 1)].key);
}

// The card after one that leaves its place: what somebody else looks at is left to them as long as there is another.
function following(place) {
    const order = [...rows.slice(place), ...rows.slice(0, place)];
    return (order.find((row) => !held[row.key]) ?? order[0])?.key ?? "";
}

function fetchCards() {
    const place = Math.max(rows.indexOf(rowOf(current)), 0);
    const wanted = rows.slice(place, place + AHEAD + 1).map((row) => row.key).filter((key) => !cards.has(key));
    if (!wanted.length || fetching) return;
    fetching = window.desk.get(`${root.dataset.cards}?${new URLSearchParams(wanted.map((key) => ["item", key]))}`).then((answer) => {
        fetching = null;
        if (answer.kind !== "done") {
            if (card()) return; // they are asked for again with the next card
            const again = element("button", { type: "button", className: "desk-button", textContent: "Try again" });
            again.addEventListener("click", draw);
            cardBox.replaceChildren(element("p", { textContent: `More cards cannot be shown: ${stopped(answer.error)}` }), again);
            return;
        }
        const missing = !card();
        for (const key of wanted) cards.set(key, null);
        for (const one of answer.cards) cards.set(one.key, one);
        const gone = rows.filter((row) => cards.get(row.key) === null);
        if (gone.length) leave(gone);
        if (missing || gone.length) draw();
    });
}

// Rows that wait no more: somebody else decided them.
function leave(gone) {
    const place = rows.indexOf(rowOf(current));
    const lost = gone.some((row) => row.key === current);
    for (const { key, title } of gone.filter((row) => drafts.has(row.key))) {
        complain(`Somebody else decided “${title.slice(0, 60)}”. Not stored: “${drafts.get(key)}”.`);
        drafts.delete(key);
    }
    rows = rows.filter((row) => !gone.includes(row));
    total -= gone.length;
    if (lost) current = following(Math.min(place, rows.length));
}

function fetchRows() {
    if (!moreRows || listing) return;
    const query = new URLSearchParams(begin.view);
    const last = [...rows, ...underWay.map((one) => one.row)].sort(inOrder).at(-1);
    if (last) query.set("after", JSON.stringify(last.place));
    listing = window.desk.get(`${root.dataset.list}?${query}`).then((answer) => {
        listing = null;
        if (answer.kind !== "done") return; // they are asked for again with the next card
        const known = new Set([...rows, ...underWay.map((one) => one.row)].map((row) => row.key));
        const fresh = answer.rows.filter((row) => !known.has(row.key));
        moreRows = answer.rows.length > 0;
        ({ groups, held } = answer);
        rows.push(...fresh);
        current ||= following(0);
        draw();
    });
}

function inOrder(a, b) {
    for (const number of [0, 1, 2]) {
        if (a.place[number] !== b.place[number]) return a.place[number] < b.place[number] ? -1 : 1;
    }
    return 0;
}

function putBack(back) {
    const known = new Set(rows.map((row) => row.key));
    rows = [...rows, ...back.filter((row) => !known.has(row.key))].sort(inOrder);
}

// --- Who looks at what ------------------------------------------------------------------------------------------

async function claim() {
    window.clearTimeout(claiming);
    const item = current;
    if (!item || document.hidden) return;
    const answer = await window.desk.quietly(root.dataset.claim, { item });
    if (answer.kind !== "done" || item !== current) return;
    const before = held[current];
    held = answer.held;
    if (held[current] !== before && card() && editBox.hidden) cardBox.replaceChildren(...face(card(), held[current]));
    drawList();
    tell();
    claiming = window.setTimeout(claim, RENEW);
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) claim(); });

// --- Deciding ---------------------------------------------------------------------------------------------------

function decide(decision) {
    const shown = card();
    const known = shown?.decisions.find((one) => one.decision === decision);
    if (!known) return;
    if (known.text) edit(shown, drafts.get(current) ?? attempts.get(current)?.content ?? shown.text);
    else settle(decision);
}

function settle(decision, content) {
    const [row, shown] = [rowOf(current), card()];
    // The same decision on the same card goes out under the same name, so that it is made once.
    const before = attempts.get(current);
    const again = before?.decision === decision && before.content === content;
    const attempt = { decision, content, key: again ? before.key : newKey(), keys: before?.keys ?? [] };
    attempt.keys = [...attempt.keys, attempt.key];
    attempts.set(current, attempt);
    drafts.delete(current);
    underWay.push({ row, card: shown, ...attempt });
    const place = rows.indexOf(row);
    rows.splice(place, 1);
    groups[row.group] = Math.max((groups[row.group] ?? 1) - 1, 0);
    editBox.hidden = true;
    current = following(place);
    draw();
    deliver();
}

function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function deliver() {
    if (sending) return;
    sending = true;
    while (underWay.length) {
        const { row, card: decided, decision, content, key } = underWay[0];
        const answer = await window.desk.send(root.dataset.decide, { item: row.key, decision, content, key });
        if (answer.kind === "done") {
            underWay.shift();
            done += 1;
            lastDecision = answer.last;
            calm();
        } else if (answer.kind === "refused" && answer.standing) {
            underWay.shift();
            // An earlier attempt of this page may have been stored although its answer never came.
            if (attempts.get(row.key).keys.includes(answer.standing.key)) done += 1;
            else total -= 1;
            if (answer.standing.key !== key) complain(`“${decided.title.slice(0, 60)}”: ${answer.error}, by ${answer.standing.by}.`);
            lastDecision = answer.last;
        } else {
            bringBack(answer);
        }
        tell();
    }
    sending = false;
    if (!rows.length) draw();
}

// Nothing that is still on its way may be lost sight of: every card comes back, the refused one first.
function bringBack(answer) {
    const failed = underWay[0];
    const rest = ["refused", "unreadable", "gone"].includes(answer.kind) ? [] : underWay.slice(1);
    underWay = rest.length ? [] : underWay.slice(1);
    const typing = !editBox.hidden;
    putBack([failed, ...rest].map((one) => one.row));
    for (const one of [failed, ...rest]) {
        cards.set(one.row.key, one.card);
        groups[one.row.group] = (groups[one.row.group] ?? 0) + 1;
    }
    complain(`Not stored: “${failed.card.title.slice(0, 60)}” (${failed.decision}). ${sentence(answer)}`
        + (rest.length ? ` ${rest.length} more came back.` : ""));
    // What is being typed for another card stays before the person.
    if (!typing) current = failed.row.key;
    draw();
    if (!typing && failed.content !== undefined) edit(failed.card, failed.content);
}

function sentence(answer) {
    const said = stopped(`${answer.error.charAt(0).toUpperCase()}${answer.error.slice(1)}`);
    return answer.kind === "other_person" ? `${said} Load the page again to go on under that name.` : `${said} Decide again to retry.`;
}

function edit(shown, text) {
    editBox.dataset.card = shown.key;
    textBox.value = text;
    editBox.hidden = false;
    textBox.focus();
    textBox.setSelectionRange(textBox.value.length, textBox.value.length);
}

async function undo() {
    if (!lastDecision || undoing || underWay.length) return;
    undoing = true;
    tell();
    const answer = await window.desk.send(`${root.dataset.undo}?${new URLSearchParams(begin.view)}`, { change: lastDecision.change });
    undoing = false;
    if (answer.last !== undefined) lastDecision = answer.last;
    if (answer.kind === "done") {
        calm();
        done = Math.max(0, done - answer.count);
        for (const one of answer.cards) cards.set(one.key, one);
        for (const row of answer.rows) {
            if (cards.get(row.key) === null) cards.delete(row.key);
            groups[row.group] = (groups[row.group] ?? 0) + 1;
        }
        putBack(answer.rows);
        current = answer.rows[0]?.key ?? current;
    } else {
        complain(`Not taken back: ${stopped(answer.error)}`);
    }
    draw();
}

// --- A note beside the card --------------------------------------------------------------------------------------

function note() {
    const shown = card();
    if (!shown) return;
    const box = noteBox(shown);
    const written = (name) => box.querySelector(`#note-${name}`).value;
    box.addEventListener("close", () => { box.remove(); cardBox.focus(); });
    box.querySelector("form").addEventListener("submit", async (event) => {
        event.preventDefault();
        const body = { item: shown.key, person: written("person"), due: written("due"), comment: written("comment"), version: shown.note.version };
        const answer = await window.desk.send(root.dataset.note, body);
        if (answer.kind === "done") {
            shown.note = answer.note;
            const row = rowOf(shown.key);
            if (row) [row.person, row.due] = [answer.note.person, answer.note.due];
            box.close();
            draw();
            return;
        }
        const alert = box.querySelector("[role=alert]");
        alert.textContent = `Not stored: ${stopped(answer.error)}`;
        if (answer.note) {
            // The next Save puts these words in the place of what is told here.
            shown.note = answer.note;
            alert.textContent += ` It says now: ${[answer.note.person && `for ${answer.note.person}`, answer.note.due, answer.note.comment].filter(Boolean).join(", ") || "nothing"}. Save again to put yours in its place.`;
        }
        alert.hidden = false;
    });
    document.body.append(box);
    box.showModal();
}

// --- All like this ----------------------------------------------------------------------------------------------

async function alike() {
    const item = current;
    if (!card()?.alike || underWay.length) return;
    const answer = await window.desk.get(`${root.dataset.alike}?${new URLSearchParams({ item })}`);
    if (answer.kind !== "done") return complain(`What is like it cannot be shown: ${stopped(answer.error)}`);
    if (!answer.families.length) return complain("Nothing else waits that is like this.");
    calm();
    const box = alikeBox(answer.families);
    let attempt = { key: "", what: "" };
    box.addEventListener("close", () => { box.remove(); cardBox.focus(); });
    box.querySelector("form").addEventListener("submit", async (event) => {
        event.preventDefault();
        const decision = event.submitter.value;
        const chosen = [...box.querySelectorAll("input:checked")].map((one) => one.value);
        if (!chosen.length) return;
        const what = JSON.stringify([decision, chosen]);
        if (attempt.what !== what) attempt = { what, key: newKey() };
        const buttons = box.querySelectorAll("button");
        for (const button of buttons) button.disabled = true;
        const sent = await window.desk.send(root.dataset.decideAlike, { items: chosen, decision, key: attempt.key });
        for (const button of buttons) button.disabled = false;
        if (sent.kind !== "done") {
            const alert = box.querySelector("[role=alert]");
            alert.textContent = `Not stored: ${stopped(sent.error)}`;
            alert.hidden = false;
            return;
        }
        box.close();
        settled(sent);
    });
    document.body.append(box);
    box.showModal();
}

function settled(answer) {
    const decided = new Set(answer.decided);
    const place = rows.indexOf(rowOf(current));
    for (const row of rows.filter((one) => decided.has(one.key))) groups[row.group] = Math.max((groups[row.group] ?? 1) - 1, 0);
    rows = rows.filter((row) => !decided.has(row.key));
    for (const key of decided) cards.delete(key);
    done += decided.size;
    lastDecision = answer.last;
    if (decided.has(current)) current = following(Math.min(place, rows.length));
    draw();
}

// --- Evidence ---------------------------------------------------------------------------------------------------

async function around(button) {
    const answer = await fetch(button.dataset.around).catch(() => null);
    if (!answer?.ok || answer.redirected) return complain("The turns around it cannot be shown now.");
    const box = element("div", { dataset: { shown: "" } });
    box.innerHTML = await answer.text(); // our own template, which escapes what people wrote
    button.after(box);
    button.hidden = true;
}

function evidence() {
    const open = cardBox.querySelectorAll("[data-shown]");
    if (!open.length) return cardBox.querySelectorAll("[data-around]").forEach(around);
    for (const box of open) box.remove();
    for (const button of cardBox.querySelectorAll("[data-around]")) button.hidden = false;
}

// --- Keys and clicks --------------------------------------------------------------------------------------------

const acts = {
    undo, alike, evidence, note, next: () => step(1), previous: () => step(-1), 
    cancel: () => { editBox.hidden = true; drafts.delete(editBox.dataset.card); },
    help: () => window.desk.help(),
};
const plainKeys = { u: "undo", f: "alike", e: "evidence", w: "note", j: "next", k: "previous" };
window.desk.keys = [
    ["J  K", "the next card, the one before"], ["A  C  R", "accept, correct, reject a fact"],
    ["N  O  B", "of two facts the new one holds, the old one, both"], ["M  D", "two names are one, or are not the same"],
    ["T  L", "try a failed session again, or leave it"], ["E", "the turns around the evidence"],
    ["F", "all like this"], ["W", "a note: whose it is, until when, and a comment"], ["U", "take back your last decision"],
];

editBox.addEventListener("submit", (event) => {
    event.preventDefault();
    if (textBox.value.trim() && editBox.dataset.card === current) settle("correct", textBox.value.trim());
});

function decideByClick(decision, at) {
    if (at - clicked < DOUBLE) return;
    const before = current;
    decide(decision);
    if (current !== before) clicked = at;
}

textBox.addEventListener("input", () => drafts.set(editBox.dataset.card, textBox.value));

root.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.act) acts[button.dataset.act]();
    else if (button.dataset.decision) decideByClick(button.dataset.decision, event.timeStamp);
    else if (button.dataset.item) show(button.dataset.item);
    else if (button.dataset.around) around(button);
});

document.getElementById("inbox-filter").addEventListener("change", (event) => {
    // Every empty field would stand in the address, which is shared.
    const query = new URLSearchParams([...new FormData(event.currentTarget)].filter(([, value]) => value));
    window.location.assign(`?${query}`);
});

document.addEventListener("keydown", (event) => {
    if (event.target === textBox) {
        if (event.key === "Escape") acts.cancel();
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) editBox.requestSubmit();
        return;
    }
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    const decision = card()?.decisions.find((one) => one.key === key)?.decision;
    if (!decision && !plainKeys[key]) return;
    event.preventDefault();
    // Moving goes on while its key is held; what decides does not.
    const moving = key === "j" || key === "k";
    if (!moving && (event.repeat || pressed.has(key))) return;
    pressed.add(key);
    if (decision) decide(decision);
    else acts[plainKeys[key]]();
});

// What waits stands below the card where there is no room beside it, and Tab goes as it stands there.
const narrow = window.matchMedia("(max-width: 1100px)"); // as in desk.css
const placeList = () => listBox.parentElement[narrow.matches ? "append" : "prepend"](listBox);
narrow.addEventListener("change", placeList);
placeList();

document.addEventListener("keyup", (event) => pressed.delete(event.key.toLowerCase()));
window.addEventListener("blur", () => pressed.clear());
// Leaving while a decision is on its way, or a text is being typed, asks first.
window.addEventListener("beforeunload", (event) => {
    const typed = [...drafts.values()].some((text) => text.trim());
    if (underWay.length || typed || (!editBox.hidden && textBox.value.trim())) event.preventDefault();
});

draw();
