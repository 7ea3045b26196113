// The review queue: one key a decision. Cards are fetched ahead, and the next one shows while a decision is on its way;
// it counts when the service has answered that it is stored. One that is not stored brings its card back.
"use strict";

const root = document.getElementById("queue");
const cardBox = document.getElementById("queue-card");
const editBox = document.getElementById("queue-edit");
const textBox = document.getElementById("queue-text");
const trouble = document.getElementById("queue-trouble");
const undoLine = document.getElementById("queue-last");
const keys = document.getElementById("queue-keys");
const total = Number(root.dataset.total);
const AHEAD = 2; // fetch more when no more than this many are left

let cards = JSON.parse(document.getElementById("queue-cards").textContent);
let lastDecision = JSON.parse(document.getElementById("queue-own").textContent); // {change, says} or null
let reached = cards.length ? cards[cards.length - 1].id : 0;
let more = cards.length > 0;
let fetching = null;
let done = 0;
let underWay = []; // {card, decision, content, key}: sent one after the other, in order
let sending = false;
let undoing = false;
const held = new Set(); // keys that are down: holding one decides one card

function element(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
}

function pieces(list) {
    return list.map(([text, mark]) => (mark ? element("mark", { textContent: text }) : document.createTextNode(text)));
}

function draw() {
    const card = cards[0];
    if (!card) {
        cardBox.replaceChildren(element("p", {
            className: "desk-empty",
            textContent: more || underWay.length ? "…" : done ? "That was all. Thank you." : "Nothing waits for a review.",
        }));
    } else {
        cardBox.replaceChildren(...face(card));
    }
    if (!card || editBox.dataset.card !== String(card.id)) editBox.hidden = true;
    tell();
    if (cards.length <= AHEAD) fetchMore();
}

function face(card) {
    const parts = [
        element("div", { className: "desk-row" },
            element("span", { className: "desk-badge desk-warning", textContent: card.reason }),
            ...card.tags.map((tag) => element("span", { className: "desk-badge", textContent: tag })),
            element("span", { className: "desk-quiet desk-end", textContent: [
                card.confidence === null ? "" : `confidence ${card.confidence.toFixed(2)}`, card.when, card.namespace,
            ].filter(Boolean).join(" · ") })),
        element("h2", { className: "desk-big", textContent: card.claim }),
    ];
    if (card.detail && card.about_fact) parts.push(element("p", { className: "desk-quiet", textContent: card.detail }));
    for (const source of card.sources) {
        const turn = element("div", { className: "desk-turn desk-turn-source" },
            element("header", {}, element("strong", { textContent: source.who }),
                element("span", { className: "desk-quiet", textContent: source.when })),
            element("p", {}, ...pieces(source.pieces)));
        if (source.around) turn.append(around(source.around));
        parts.push(turn);
    }
    if (!card.sources.length && card.about_fact) {
        parts.push(element("p", { className: "desk-quiet", textContent: "No source is recorded for it." }));
    }
    for (const other of card.against) {
        parts.push(element("div", { className: "desk-note" },
            element("strong", { textContent: `Against it (${other.when}): ` }), other.text + " ",
            element("a", { href: other.url, textContent: "Compare" })));
    }
    if (card.url) parts.push(element("p", {}, element("a", { href: card.url, textContent: "Everything about it" })));
    return parts;
}

// What is stored, what is on its way, and what Undo would take back.
function tell() {
    const card = cards[0];
    for (const button of keys.querySelectorAll("button")) {
        button.disabled = button.dataset.act === "undo"
            ? !lastDecision || undoing || underWay.length > 0
            : !card || (button.dataset.act === "correct" && !card.about_fact);
    }
    undoLine.textContent = lastDecision ? `Undo takes back: ${lastDecision.says}` : "";
    const left = Math.max(total - done - underWay.length, cards.length);
    document.getElementById("queue-count").textContent =
        `${done} done, ${left} to go${underWay.length ? `, ${underWay.length} being stored` : ""}`;
    const share = total ? Math.min(100, (100 * done) / total) : 100;
    document.getElementById("queue-bar").style.width = `${share}%`;
    document.getElementById("queue-bar").parentElement.setAttribute("aria-valuenow", Math.round(share));
}

function around(url) {
    const button = element("button", { type: "button", className: "desk-button desk-small", textContent: "Turns around it" });
    button.addEventListener("click", async () => {
        const answer = await fetch(url).catch(() => null);
        if (!answer?.ok || answer.redirected) return complain("The turns around it cannot be shown now.");
        const box = element("div");
        box.innerHTML = await answer.text(); // our own template, which escapes what people wrote
        button.replaceWith(box);
    });
    return button;
}

function fetchMore() {
    if (!more || fetching) return;
    const query = new URLSearchParams({ after: reached, reason: root.dataset.reason });
    fetching = window.desk.get(`${root.dataset.next}?${query}`).then((answer) => {
        fetching = null;
        if (answer.kind !== "done") {
            if (cards.length) return; // they are asked for again with the next card
            const again = element("button", { type: "button", className: "desk-button", textContent: "Try again" });
            again.addEventListener("click", draw);
            cardBox.replaceChildren(element("p", { textContent: `More cards cannot be shown: ${answer.error}.` }), again);
            return;
        }
        more = answer.cards.length > 0;
        if (more) reached = answer.cards[answer.cards.length - 1].id;
        const wasEmpty = !cards.length;
        const known = new Set([...cards, ...underWay.map((one) => one.card)].map((card) => card.id));
        cards.push(...answer.cards.filter((card) => !known.has(card.id)));
        if (wasEmpty) draw();
    });
}

function complain(text) {
    trouble.replaceChildren(text);
    trouble.hidden = false;
}

function calm() {
    trouble.hidden = true;
    trouble.replaceChildren();
}

// --- Deciding ---------------------------------------------------------------------------------------------------

function settle(decision, content) {
    const card = cards.shift();
    // The same decision on the same card goes out under the same name, so that it is made once.
    const again = card.attempt?.decision === decision && card.attempt.content === content;
    card.attempt = { decision, content, key: again ? card.attempt.key : newKey() };
    card.keys = [...(card.keys ?? []), card.attempt.key];
    underWay.push({ card, ...card.attempt });
    editBox.hidden = true;
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
        const { card, decision, content, key } = underWay[0];
        const url = root.dataset.decide.replace("/0/", `/${card.id}/`);
        const answer = await window.desk.send(url, { decision, content, key });
        if (answer.kind === "done") {
            underWay.shift();
            done += 1;
            lastDecision = answer.last;
            calm();
        } else if (answer.kind === "refused" && answer.standing) {
            underWay.shift();
            // An earlier attempt of this page may have been stored although its answer never came.
            if (card.keys.includes(answer.standing.key)) done += 1;
            if (answer.standing.key !== key) complain(`“${card.claim.slice(0, 60)}”: ${answer.error}, by ${answer.standing.by}.`);
            lastDecision = answer.last;
        } else {
            bringBack(answer);
        }
        tell();
    }
    sending = false;
    if (!cards.length) draw();
}

// Nothing that is still on its way may be lost sight of: every card comes back, the refused one first.
function bringBack(answer) {
    const failed = underWay[0];
    const rest = ["refused", "unreadable", "gone"].includes(answer.kind) ? [] : underWay.slice(1);
    underWay = rest.length ? [] : underWay.slice(1);
    const open = !editBox.hidden && cards[0];
    cards.unshift(failed.card, ...rest.map((one) => one.card));
    complain(`Not stored: “${failed.card.claim.slice(0, 60)}” (${failed.decision}). ${sentence(answer)}`
        + (rest.length ? ` ${rest.length} more came back.` : ""));
    if (open) {
        // What is being typed for another card stays before the person.
        cards.splice(cards.indexOf(open), 1);
        cards.unshift(open);
    }
    draw();
    if (!open && failed.decision === "correct") edit(failed.card, failed.content);
}

function sentence(answer) {
    const said = `${answer.error.charAt(0).toUpperCase()}${answer.error.slice(1)}`.replace(/\.?$/, ".");
    return answer.kind === "other_person" ? `${said} Load the page again to go on under that name.` : `${said} Decide again to retry.`;
}

function edit(card, text) {
    editBox.dataset.card = card.id;
    textBox.value = text;
    editBox.hidden = false;
    textBox.focus();
    textBox.setSelectionRange(textBox.value.length, textBox.value.length);
}

async function undo() {
    if (!lastDecision || undoing || underWay.length) return;
    undoing = true;
    tell();
    const answer = await window.desk.send(root.dataset.undo, { change: lastDecision.change });
    undoing = false;
    if (answer.last !== undefined) lastDecision = answer.last;
    if (answer.kind === "done") {
        calm();
        const back = new Set(answer.cards.map((card) => card.id));
        cards = [...answer.cards, ...cards.filter((card) => !back.has(card.id))];
        done = Math.max(0, done - 1);
    } else {
        complain(`Not taken back: ${answer.error.replace(/\.?$/, ".")}`);
    }
    draw();
}

const acts = {
    accept: () => cards.length && settle("accept"),
    reject: () => cards.length && settle("reject"),
    skip: () => {
        if (cards.length > 1) cards.push(cards.shift());
        draw();
    },
    correct: () => cards.length && cards[0].about_fact && edit(cards[0], cards[0].attempt?.content ?? cards[0].claim),
    cancel: () => { editBox.hidden = true; },
    undo,
};

editBox.addEventListener("submit", (event) => {
    event.preventDefault();
    if (textBox.value.trim()) settle("correct", textBox.value.trim());
});

root.addEventListener("click", (event) => {
    const act = event.target.closest("[data-act]")?.dataset.act;
    if (act) acts[act]();
});

document.addEventListener("keydown", (event) => {
    if (event.target === textBox) {
        if (event.key === "Escape") acts.cancel();
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) editBox.requestSubmit();
        return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    const key = event.key.toLowerCase();
    const act = { a: "accept", c: "correct", r: "reject", s: "skip", u: "undo" }[key];
    if (!act) return;
    event.preventDefault();
    if (event.repeat || held.has(key)) return;
    held.add(key);
    acts[act]();
});

document.addEventListener("keyup", (event) => held.delete(event.key.toLowerCase()));
window.addEventListener("blur", () => held.clear());
// Leaving while a decision is on its way, or a text is being typed, asks first.
window.addEventListener("beforeunload", (event) => {
    if (underWay.length || (!editBox.hidden && textBox.value.trim())) event.preventDefault();
});

draw();
