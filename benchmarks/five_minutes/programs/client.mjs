import { Rememberd } from "rememberd-client";

const memory = new Rememberd({ url: process.env.MEMORY_URL, key: process.env.MEMORY_KEY });
const monday = memory.session("monday");
await monday.save({ user: "My sister Ana moved to Lisbon.", assistant: "How nice." });
await monday.end();
console.log(await memory.session("tuesday").context("Where does my sister live?"));
