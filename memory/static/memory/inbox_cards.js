// What one card of the inbox looks like. Everything that people wrote goes in as text, never as HTML.
"use strict";

window.deskCards = (() => {
    function element(tag, properties = {}, ...children) {
        const { dataset, aria, ...plain } = properties;
        const made = Object.assign(document.createElement(tag), plain);
        Object.assign(made.dataset, dataset);
        for (const [name, value] of Object.entries(aria ?? {})) made.setAttribute(`aria-${name}`, value);
        made.append(...children.filter((child) => child !== null));
        return made;
    }

    const pieces = (list) => list.map(
        ([text, mark]) => (mark ? element("mark", { textContent: text }) : document.createTextNode(text)));

    const quiet = (text) => (text ? element("p", { className: "desk-quiet", textContent: text }) : null);

    // `who` is the person who looks at the same card.
    function face(card, who) {
        return [
            element("div", { className: "desk-row" },
                element("span", { className: "desk-badge desk-warning", textContent: card.why }),
                ...card.tags.map((tag) => element("span", { className: "desk-badge", textContent: tag })),
                element("span", { className: "desk-quiet desk-end",
                    textContent: [...card.facts, card.namespace].join(" · ") })),
            who ? element("p", { className: "desk-note", textContent: `${who} looks at this, too.` }) : null,
            noted(card.note),
            element("h2", { className: card.sides.length ? "desk-hidden" : "desk-big", textContent: card.title }),
            card.kind === "proposal" ? element("p", { className: "desk-big", aria: { hidden: "true" }, textContent: card.title }) : null,
            quiet(card.detail),
            quiet(card.asked),
            ...card.sources.map(source),
            quiet(card.without ?? ""),
            card.sides.length ? element("div", { className: "desk-halves" }, ...card.sides.map(side)) : null,
            quiet(card.hint),
            card.url ? element("p", {}, element("a", { href: card.url, textContent: card.sides.length ? "The page of this conflict" : "Everything about it" })) : null,
        ].filter(Boolean);
    }

    // Whose it is, until when, and what was said about it.
    function noted(note) {
        const told = [note.person && `for ${note.person}`, note.due && `due ${note.due}`].filter(Boolean).join(", ");
        if (!told && !note.comment) return null;
        return element("div", { className: "desk-note desk-noted" },
            told ? element("p", {}, element("strong", { textContent: told })) : "",
            note.comment ? element("p", { textContent: note.comment }) : "",
            element("p", { className: "desk-quiet", textContent: `written by ${note.by}` }));
    }

    function field(label, input) {
        return element("div", { className: "desk-field" }, element("label", { htmlFor: input.id, textContent: label }), input);
    }

    // The form of a note. What is typed stays in it until it is stored.
    function noteBox(card) {
        const box = element("dialog", { className: "desk desk-dialog", aria: { labelledby: "note-title" } });
        const people = [...new Set(["", card.note.person, ...card.people])];
        const person = element("select", { id: "note-person", className: "desk-select" },
            ...people.map((name) => element("option", { value: name, textContent: name || "nobody" })));
        const due = element("input", { id: "note-due", type: "date", className: "desk-input", value: card.note.due });
        const comment = element("textarea", { id: "note-comment", className: "desk-area", maxLength: 2000, value: card.note.comment });
        person.value = card.note.person;
        box.append(element("form", { className: "desk-form" },
            element("h2", { id: "note-title", textContent: "Note" }),
            element("p", { className: "desk-quiet", textContent: card.title.slice(0, 160) }),
            field("Whose it is", person), field("To be decided by", due), field("Comment", comment),
            element("p", { className: "desk-note desk-note-bad", role: "alert", hidden: true }),
            element("div", { className: "desk-row" },
                element("button", { className: "desk-button desk-button-main", textContent: "Save" }),
                element("button", { type: "button", className: "desk-button", textContent: "Cancel", dataset: { cancel: "" } }))));
        box.querySelector("[data-cancel]").addEventListener("click", () => box.close());
        return box;
    }

    function side(one) {
        return element("section", { className: "desk-side" },
            element("header", { className: "desk-row" }, element("h3", { textContent: one.role }),
                element("span", { className: "desk-quiet desk-end", textContent: one.facts.join(" · ") })),
            element("p", { className: "desk-big" }, ...pieces(one.pieces)),
            quiet(one.summary ?? ""),
            ...one.sources.map(source),
            element("p", {}, element("a", { href: one.url, textContent: "Everything about it" })));
    }

    function source(one) {
        const turn = element("div", { className: "desk-turn desk-turn-source" },
            element("header", {}, element("strong", { textContent: one.who }),
                element("span", { className: "desk-quiet", textContent: one.when })),
            element("p", {}, ...pieces(one.pieces)));
        if (one.around) {
            turn.append(element("button", {
                type: "button", className: "desk-button desk-small", textContent: "Turns around it",
                dataset: { around: one.around },
            }));
        }
        return turn;
    }

    function decisions(card) {
        return card.decisions.map((one) => element("button", {
            type: "button", className: `desk-button ${one.tone ? `desk-button-${one.tone}` : ""}`,
            dataset: { decision: one.decision },
        }, `${one.label} `, element("kbd", { textContent: one.key.toUpperCase() })));
    }

    // The list: rows under the heading of their group, with how many wait there.
    function list(rows, groups, current, held) {
        const parts = [];
        let group = null;
        for (const row of rows) {
            if (row.group !== group) {
                group = row.group;
                parts.push(element("h2", { textContent: group },
                    element("span", { className: "desk-quiet", textContent: ` ${groups[group] ?? ""}` })), element("ul"));
            }
            const button = element("button", { type: "button", className: "desk-item", dataset: { item: row.key } },
                element("span", { className: "desk-item-title", textContent: row.title }),
                element("span", { className: "desk-quiet", textContent: held[row.key] ? `${held[row.key]} looks at this`
                    : [row.why === row.group ? row.namespace : row.why, row.person && `for ${row.person}`, row.due && `due ${row.due}`].filter(Boolean).join(" · ") }));
            if (row.key === current) button.setAttribute("aria-current", "true");
            parts.at(-1).append(element("li", {}, button));
        }
        return parts;
    }

    // What would be decided at once: a family is picked, each of its members can be left out.
    function alike(families) {
        const box = element("dialog", { className: "desk desk-dialog desk-wide", aria: { labelledby: "alike-title" } });
        const picked = element("select", { id: "alike-family", className: "desk-select" },
            ...families.map((one, number) => element("option", { value: number, textContent: `${one.title} (${one.count})` })));
        const members = element("ul", { className: "desk-members", tabIndex: 0, aria: { label: "What will be decided" } });
        const button = (decision, text, tone) => element("button", {
            type: "submit", value: decision, textContent: text, className: `desk-button desk-button-${tone}`,
        });
        box.append(element("form", { className: "desk-form" },
            element("h2", { id: "alike-title", textContent: "All like this" }),
            element("p", { textContent: "They wait for the same reason, and one rule found them. What you uncheck waits on. It is one decision: Undo takes all of it back." }),
            element("div", { className: "desk-field" }, element("label", { htmlFor: "alike-family", textContent: "Those" }), picked),
            members, element("p", { className: "desk-note desk-note-bad", role: "alert", hidden: true }),
            element("div", { className: "desk-row" }, button("accept", "Accept these", "main"), button("reject", "Reject these", "bad"),
                element("button", { type: "button", className: "desk-button", textContent: "Cancel", dataset: { cancel: "" } }))));
        const fill = () => members.replaceChildren(...families[picked.value].members.map((one) => element("li", {},
            element("label", {}, element("input", { type: "checkbox", checked: true, value: one.key }), ` ${one.text}`))));
        picked.addEventListener("change", fill);
        box.querySelector("[data-cancel]").addEventListener("click", () => box.close());
        picked.value = 0;
        fill();
        return box;
    }

    return { alike, decisions, element, face, list, noteBox };
})();
