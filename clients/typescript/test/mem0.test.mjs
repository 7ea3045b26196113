// mem0's own client of npm against this service.
import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryClient } from "mem0ai";

test("the platform's client works by a change of host", async () => {
  const user = `user-${crypto.randomUUID()}`;
  const client = new MemoryClient({ apiKey: process.env.MEMORY_KEY, host: `${process.env.MEMORY_URL}/mem0` });
  await client.add([{ role: "user", content: "I am allergic to hazelnuts." }], { userId: user, runId: "r1" });
  const added = await client.add([{ role: "user", content: "Alice likes tea." }], { userId: user, infer: false });
  const id = added.results[0].id;
  const hits = (await client.search("hazelnuts", { filters: { user_id: user }, topK: 3 })).results;
  assert.equal(hits[0].memory, "I am allergic to hazelnuts.");
  assert.equal((await client.get(id)).memory, "Alice likes tea.");
  await client.update(id, { text: "Alice likes coffee." });
  assert.equal((await client.get(id)).memory, "Alice likes coffee.");
  assert.deepEqual((await client.history(id)).map((one) => one.event), ["ADD", "UPDATE"]);
  await client.delete(id);
  await assert.rejects(client.get(id));
});
