// The neighbourhood of an entity as a picture that is walked by clicking, or with Tab and Enter. Plain SVG.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const box = document.getElementById("graph");
const status = document.getElementById("graph-status");
const opener = document.getElementById("graph-open");
const backButton = document.getElementById("graph-back");
const trail = [];

function shape(tag, attributes, ...children) {
    const made = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
}

// The centre in the middle, its neighbours on an ellipse, the nearest ones (most shared) on top.
function places(nodes, width, height) {
    const found = new Map([[nodes[0].id, { x: width / 2, y: height / 2 }]]);
    const others = nodes.slice(1);
    others.forEach((node, i) => {
        const angle = -Math.PI / 2 + (2 * Math.PI * i) / others.length;
        const far = others.length > 8 && i % 2 ? 0.76 : 1;
        found.set(node.id, {
            x: width / 2 + Math.cos(angle) * (width / 2 - 78) * far,
            y: height / 2 + Math.sin(angle) * (height / 2 - 44) * far,
        });
    });
    return found;
}

function draw(graph) {
    const { clientWidth: width, clientHeight: height } = box;
    const at = places(graph.nodes, width, height);
    const most = Math.max(1, ...graph.edges.map((edge) => edge.n));
    const picture = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": `What stands around ${graph.nodes[0].name}` });
    for (const edge of graph.edges) {
        const [a, b] = [at.get(edge.a), at.get(edge.b)];
        if (a && b) picture.append(shape("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, "stroke-width": 1 + (3 * edge.n) / most }));
    }
    for (const node of graph.nodes) {
        const { x, y } = at.get(node.id);
        const centre = node.id === graph.centre;
        const radius = centre ? 20 : 9 + 7 * Math.min(1, node.shared / most);
        const name = node.name.length > 18 ? `${node.name.slice(0, 17)}…` : node.name;
        const words = shape("text", { x, y: y + radius + 15 });
        words.textContent = name;
        const title = shape("title", {});
        title.textContent = `${node.name} (${node.type})${centre ? "" : `, ${node.shared} memories together`}`;
        const link = shape("a", {
            href: node.url, "data-type": node.type, "data-name": node.name, class: centre ? "centre" : "",
            "aria-label": centre ? `${node.name}, the centre` : `Walk to ${node.name}`,
        }, title, shape("circle", { cx: x, cy: y, r: radius }), words);
        link.addEventListener("click", (event) => {
            if (event.metaKey || event.ctrlKey || centre) return;
            event.preventDefault();
            walk(node.graph);
        });
        picture.append(link);
    }
    box.replaceChildren(picture);
    const centre = graph.nodes[0];
    opener.href = centre.url;
    opener.textContent = `Open ${centre.name}`;
    status.textContent = graph.nodes.length > 1 ? `${centre.name} and ${graph.nodes.length - 1} neighbours` : `Nothing stands beside ${centre.name}`;
    backButton.disabled = trail.length < 2;
}

async function walk(url, forward = true) {
    const answer = await fetch(url);
    if (!answer.ok) {
        status.textContent = `The service answered ${answer.status}`;
        return;
    }
    if (forward) trail.push(url);
    draw(await answer.json());
}

backButton.addEventListener("click", () => {
    trail.pop();
    walk(trail[trail.length - 1], false);
});

if (box) walk(box.dataset.graph);

// The field that picks what to merge into.
const into = document.getElementById("into");
const known = new Map();
into?.addEventListener("input", async () => {
    document.getElementById("into-id").value = known.get(into.value) || "";
    if (known.has(into.value) || into.value.length < 2) return;
    const answer = await fetch(`${into.dataset.find}?${new URLSearchParams({ q: into.value })}`);
    const list = document.getElementById("into-found");
    list.replaceChildren();
    for (const entity of (await answer.json()).found) {
        const label = `${entity.name} (${entity.type}, ${entity.mentions} mentions)`;
        known.set(label, entity.id);
        list.append(Object.assign(document.createElement("option"), { value: label }));
    }
});
