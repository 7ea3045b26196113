import { MemoryClient } from "mem0ai";

const client = new MemoryClient({ apiKey: process.env.MEMORY_KEY, host: `${process.env.MEMORY_URL}/mem0` });
await client.add([{ role: "user", content: "My sister Ana moved to Lisbon." }], { userId: "maya", runId: "monday" });
const { results } = await client.search("Where does my sister live?", { filters: { user_id: "maya" } });
for (const hit of results) console.log(hit.memory);
