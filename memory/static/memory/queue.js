// The review queue: one key a decision. Cards are fetched ahead and a decision is sent while the next card shows already.
"use strict";

const root = document.getElementById("queue");
const cardBox = document.getElementById("queue-card");
const editBox = document.getElementById("queue-edit");
const textBox = document.getElementById("queue-text");
const total = Number(root.dataset.total);
const token = root.querySelector("[name=csrfmiddlewaretoken]").value;
const AHEAD = 2; // fetch more when no more than this many are left

let cards = JSON.parse(document.getElementById("queue-cards").textContent);
let last = cards.length ? cards[cards.length - 1].id : 0;
let more = cards.length > 0;
let fetching = null;
let done = 0;
let sending = Promise.resolve(); // decisions go out one after the other, in order
const past = []; // what can be undone: {card, act}

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
    editBox.hidden = true;
    cardBox.hidden = false;
    if (!card) {
        cardBox.replaceChildren(element("p", {
            className: "desk-empty",
            textContent: more ? "…" : done ? "That was all. Thank you." : "Nothing waits for a review.",
        }));
    } else {
        const head = element("div", { className: "desk-row" },
            element("span", { className: "desk-badge desk-warning", textContent: card.reason }),
            ...card.tags.map((tag) => element("span", { className: "desk-badge", textContent: tag })),
            element("span", { className: "desk-quiet desk-end", textContent: [
                card.confidence === null ? "" : `confidence ${card.confidence.toFixed(2)}`, card.when, card.namespace,
            ].filter(Boolean).join(" · ") }));
        const claim = element("h2", { className: "desk-big", textContent: card.claim });
        const parts = [head, claim];
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
        cardBox.replaceChildren(...parts);
    }
    for (const button of document.querySelectorAll("#queue-keys button")) {
        button.disabled = button.dataset.act === "undo" ? past.length === 0 : !card || (button.dataset.act === "correct" && !card.about_fact);
    }
    const left = Math.max(total - done, cards.length);
    document.getElementById("queue-count").textContent = `${done} done, ${left} to go`;
    const share = total ? Math.min(100, (100 * done) / total) : 100;
    document.getElementById("queue-bar").style.width = `${share}%`;
    document.getElementById("queue-bar").parentElement.setAttribute("aria-valuenow", Math.round(share));
    if (cards.length <= AHEAD) fetchMore();
}

function around(url) {
    const button = element("button", { type: "button", className: "desk-button desk-small", textContent: "Turns around it" });
    button.addEventListener("click", async () => {
        const answer = await fetch(url);
        if (!answer.ok) return;
        const box = element("div");
        box.innerHTML = await answer.text(); // our own template, which escapes what people wrote
        button.replaceWith(box);
    });
    return button;
}

function fetchMore() {
    if (!more || fetching) return;
    const query = new URLSearchParams({ after: last, reason: root.dataset.reason });
    fetching = fetch(`${root.dataset.next}?${query}`)
        .then((answer) => answer.json())
        .then((answer) => {
            more = answer.cards.length > 0;
            if (more) last = answer.cards[answer.cards.length - 1].id;
            const wasEmpty = !cards.length;
            cards.push(...answer.cards);
            fetching = null;
            if (wasEmpty) draw();
        })
        .catch(() => { fetching = null; });
}

function send(card, decision, content) {
    const url = root.dataset.decide.replace("/0/", `/${card.id}/`);
    sending = sending.then(async () => {
        const answer = await fetch(url, {
            method: "POST",
            headers: { "Content-Type": "application/json", "X-CSRFToken": token },
            body: JSON.stringify({ decision, content }),
        });
        if (!answer.ok) {
            const problem = (await answer.json().catch(() => ({}))).error || `the service answered ${answer.status}`;
            complain(`“${card.claim.slice(0, 60)}”: ${problem}`);
        }
    }).catch(() => complain("The service cannot be reached: the last decision was not kept."));
    return sending;
}

function complain(text) {
    cardBox.before(element("p", { className: "desk-note desk-note-bad", textContent: text, role: "alert" }));
}

function settle(decision, content) {
    const card = cards.shift();
    past.push({ card, act: decision });
    if (decision !== "skip") {
        done += 1;
        send(card, decision, content);
    }
    draw();
}

const acts = {
    accept: () => cards.length && settle("accept"),
    reject: () => cards.length && settle("reject"),
    skip: () => cards.length && settle("skip"),
    correct: () => {
        if (!cards.length || !cards[0].about_fact) return;
        textBox.value = cards[0].claim;
        editBox.hidden = false;
        textBox.focus();
        textBox.setSelectionRange(textBox.value.length, textBox.value.length);
    },
    cancel: () => { editBox.hidden = true; },
    undo: () => {
        const step = past.pop();
        if (!step) return;
        cards.unshift(step.card);
        if (step.act !== "skip") {
            done -= 1;
            send(step.card, "undo");
        }
        draw();
    },
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
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
    const act = { a: "accept", c: "correct", r: "reject", s: "skip", u: "undo" }[event.key.toLowerCase()];
    if (act) {
        event.preventDefault();
        acts[act]();
    }
});

draw();
