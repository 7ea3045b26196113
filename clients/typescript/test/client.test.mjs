// Against a running service: MEMORY_URL, and MEMORY_KEY for `hosts/*`.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { ApiError, NotFound, Rememberd, Unreachable } from "../dist/index.js";
import { fresh } from "./place.mjs";

const all = async (rows) => { const found = []; for await (const row of rows) found.push(row); return found; };

test("a conversation is saved and recalled", async () => {
  const memory = new Rememberd(fresh());
  const session = memory.session("monday");
  assert.equal(await session.context("Hello?"), "");
  await session.save({ user: "My sister Ana lives in Lisbon.", assistant: "How nice." });
  assert.match(await memory.session("tuesday").context("Where does my sister live?"), /Lisbon/);
  assert.deepEqual((await all(memory.messages("monday"))).map((turn) => turn.role), ["user", "assistant"]);
  assert.equal((await session.end()).kind, "consolidate_session");
});

test("a fact lives its whole life", async () => {
  const memory = new Rememberd(fresh());
  const fact = await memory.remember("Maya likes tea.", { tags: ["drink"] });
  assert.equal(fact.outcome, "created");
  assert.deepEqual((await memory.get(fact.id)).tags, ["drink"]);
  assert.ok((await memory.change(fact.id, { protected: true })).protected);
  assert.equal((await memory.confirm(fact.id)).confidence, 1);
  const corrected = await memory.correct(fact.id, "Maya likes coffee.", { reason: "she said so" });
  assert.ok((await memory.history(fact.id)).results.length);
  assert.ok((await memory.forget(corrected.id)).valid_until);
  assert.equal((await memory.restore(corrected.id)).valid_until, null);
  assert.equal((await memory.search("coffee", { kind: "fact" })).results[0].id, corrected.id);
  assert.deepEqual((await memory.sources(corrected.id)).derived, []);
  assert.equal((await memory.stats()).counts.fact, 1);
  const erasure = await memory.erase({ memory_ids: [corrected.id], dry_run: true });
  assert.equal((await memory.operation(erasure.id)).id, erasure.id);
  assert.ok((await memory.callTool("search_memory", { query: "coffee" })).results.length);
  assert.equal((await memory.tools("consolidator")).length, 6);
});

test("lists go over all pages", async () => {
  const memory = new Rememberd(fresh());
  await memory.add("s1", Array.from({ length: 7 }, (_, number) => ({ role: "user", content: `Number ${number}.` })));
  const rows = await all(memory.memories({ kind: "episode", limit: 3 }));
  assert.deepEqual(rows.map((row) => row.content), [6, 5, 4, 3, 2, 1, 0].map((number) => `Number ${number}.`));
  assert.equal((await all(memory.sessions({ limit: 1 }))).length, 1);
});

test("an answer that was lost is asked for again, and nothing is done twice", async () => {
  let lost = 0;
  const lossy = async (...request) => {
    const response = await fetch(...request);
    if (lost++ % 3 < 2) throw new TypeError("the connection broke");
    return response;
  };
  const memory = new Rememberd({ ...fresh(), fetch: lossy });
  await memory.add("s1", [{ role: "user", content: "Once." }]);
  assert.equal((await memory.remember("Maya likes tea.")).outcome, "created");
  assert.equal(lost, 6);
  assert.deepEqual((await all(memory.messages("s1"))).map((turn) => turn.content), ["Once."]);
  const giving_up = new Rememberd({ ...fresh(), fetch: async () => { throw new TypeError("broke"); }, retries: 0 });
  await assert.rejects(giving_up.stats(), Unreachable);
});

test("a turn whose id is null or undefined is kept once, though its answer is lost", async () => {
  let lost = 0;
  const lossy = async (...request) => {
    const response = await fetch(...request);
    if (lost++ % 2 < 1) throw new TypeError("the connection broke");
    return response;
  };
  const memory = new Rememberd({ ...fresh(), fetch: lossy });
  for (const external_id of [null, undefined]) {
    await memory.add("s1", [{ role: "user", content: `Once ${external_id}.`, external_id }]);
  }
  assert.deepEqual((await all(memory.messages("s1"))).map((turn) => turn.content), ["Once null.", "Once undefined."]);
});

test("words that are blank take no others along", async () => {
  const memory = new Rememberd(fresh());
  await memory.session("s1").save({ user: "Is it done?", assistant: "\n" });
  await memory.session("s1").save({ user: "  ", assistant: "It is." });
  assert.deepEqual((await all(memory.messages("s1"))).map((turn) => turn.content), ["Is it done?", "It is."]);
});

test("an answer of somebody else is told as one", async () => {
  for (const status of [200, 500]) {
    const network = async () => new Response("<html>Sign in to this network</html>", { status });
    await assert.rejects(new Rememberd({ ...fresh(), fetch: network }).stats(), (error) => {
      assert.ok(error instanceof ApiError);
      assert.match(error.message, /address right/);
      return true;
    });
  }
});

test("a key from a file works, and no error tells a key", async () => {
  const place = fresh();
  assert.equal((await new Rememberd({ ...place, key: `${place.key}\n` }).stats()).counts.fact, 0);
  for (const key of ["mem_\u00e9_secret", "mem_a\nb_secret"]) {
    assert.throws(() => new Rememberd({ ...place, key }), (error) => !/secret/.test(error.message));
  }
  assert.throws(() => new Rememberd({ ...place, namespace: "hosts/\u00e9" }), /names no namespace/);
});

test("an id leads to no other address, and what is no JSON is not sent", async () => {
  const memory = new Rememberd(fresh());
  await memory.remember("Maya likes tea.");
  for (const name of [".", ".."]) {
    assert.throws(() => memory.get(name), /is no id/);
    assert.throws(() => memory.forget(name), /is no id/);
    assert.throws(() => memory.session(name).save({ user: "Hello." }), /is no id/);
  }
  for (const name of ["../stats", "a/b", "a?b", "%2e%2e", ""]) await assert.rejects(memory.get(name), NotFound);
  await assert.rejects(memory.callTool("search_memory", { query: 1n }), TypeError);
});

test("an answer to a question is sent as it is given", async () => {
  const asked = [];
  const told = async (address, init) => {
    asked.push([new URL(address).pathname, init.method, JSON.parse(init.body)]);
    return fetch(address, init);
  };
  const memory = new Rememberd({ ...fresh(), fetch: told });
  await assert.rejects(memory.answer("qst_0", "yes"), NotFound);
  await assert.rejects(memory.answer("qst_0", "no", "The train leaves at 9."), NotFound);
  assert.deepEqual(asked[1], ["/api/v1/questions/qst_0", "POST", { answer: "no", content: "The train leaves at 9." }]);
});

test("a service that is busy is asked again; one that asks for too long is not", async () => {
  const answers = [new Response("", { status: 503, headers: { "Retry-After": "0" } }), undefined];
  const memory = new Rememberd({ ...fresh(), fetch: async (...request) => answers.shift() ?? fetch(...request) });
  assert.equal((await memory.stats()).counts.fact, 0);
  const slow = new Response('{"detail": "Slowly."}', { status: 429, headers: { "Retry-After": "60" } });
  await assert.rejects(new Rememberd({ ...fresh(), fetch: async () => slow }).stats(), /429: Slowly/);
});

test("a pause may be told as a time, and one that cannot be read is the client's own", async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toUTCString();
  const later = new Response('{"detail": "Tomorrow."}', { status: 503, headers: { "Retry-After": tomorrow } });
  await assert.rejects(new Rememberd({ ...fresh(), fetch: async () => later }).stats(), /503: Tomorrow/);
  for (const asked of ["\u00b2", "-5", "2100", "soon", "Wed, 99 Foo 2026 99:99:99 GMT", "Wed, 21 Oct 2015 07:28:00 GMT"]) {
    // A year alone is a number of seconds, which is too long to be waited for.
    const answers = [new Response('{"detail": "Busy."}', { status: 503, headers: { "Retry-After": asked } })];
    const memory = new Rememberd({ ...fresh(), fetch: async (...request) => answers.shift() ?? fetch(...request) });
    if (asked === "2100") await assert.rejects(memory.stats(), /503: Busy/);
    else assert.equal((await memory.stats()).counts.fact, 0);
  }
});

test("a refusal that breaks off is no answer", async () => {
  const cut = () => new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });
  const memory = new Rememberd({ ...fresh(), retries: 0, fetch: async () => new Response(cut(), { status: 503 }) });
  await assert.rejects(memory.stats(), Unreachable);
});

test("refusals tell what was wrong", async () => {
  const memory = new Rememberd(fresh());
  await assert.rejects(memory.get("fact_0"), NotFound);
  await assert.rejects(memory.search("x", { limit: 1000 }), (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.errors[0].loc], [422, ["body", "limit"]]);
    return true;
  });
  await assert.rejects(new Rememberd({ ...fresh(), key: "mem_x_y" }).stats(), /401/);
  await assert.rejects(new Rememberd({ ...fresh(), namespace: "other" }).stats(), /403/);
  assert.throws(() => new Rememberd({ key: "" }), /key/);
});

test("the sources ask for nothing that a browser does not have", async () => {
  for (const name of ["client", "ai-sdk", "index"]) {
    const source = await readFile(new URL(`../src/${name}.ts`, import.meta.url), "utf8");
    assert.doesNotMatch(source, /node:|process\.|Buffer|require\(/);
  }
});

test("several namespaces are read and one is written", async () => {
  const place = fresh();
  const [home, team] = [`${place.namespace}`, `${place.namespace}-team`];
  await new Rememberd({ ...place, namespace: team }).remember("The printer needs K7 toner.");
  const memory = new Rememberd({ ...place, namespace: home, also: [team] });
  await memory.remember("Alice likes green printer paper.");
  const hits = (await memory.search("printer")).results;
  assert.deepEqual(new Set(hits.map((hit) => hit.namespace)), new Set([home, team]));
  assert.equal((await memory.rememberSession("s9", false)).remember, false);
  assert.equal((await memory.add("s9", [{ role: "user", content: "I dream." }])).not_kept, 1);
});
