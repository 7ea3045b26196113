// The AI SDK with a scripted model.
import assert from "node:assert/strict";
import { test } from "node:test";
import { generateText, jsonSchema, simulateReadableStream, stepCountIs, streamText, tool, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { Rememberd } from "../dist/index.js";
import { longTermMemory } from "../dist/ai-sdk.js";
import { fresh } from "./place.mjs";

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const ended = (reason) => ({ finishReason: { unified: reason, raw: reason }, usage, warnings: [] });
const saying = (text) => ({ content: [{ type: "text", text }], ...ended("stop") });
const systems = (call) => call.prompt.filter((message) => message.role === "system").map((message) => message.content);

async function turns(memory, sessionId) {
  const found = [];
  for await (const turn of memory.messages(sessionId)) found.push([turn.role, turn.content]);
  return found;
}

test("the model gets the context, and what was said is kept", async () => {
  const memory = new Rememberd(fresh());
  await memory.remember("Maya is allergic to hazelnuts.");
  const scripted = new MockLanguageModelV4({ doGenerate: async () => saying("Noted.") });
  const model = wrapLanguageModel({ model: scripted, middleware: longTermMemory(memory, "tuesday") });
  const { text } = await generateText({ model, instructions: "Be brief.", prompt: "What is Maya allergic to?" });
  assert.equal(text, "Noted.");
  const [own, block] = systems(scripted.doGenerateCalls[0]);
  assert.equal(own, "Be brief.");
  assert.match(block, /Maya is allergic to hazelnuts/);
  assert.deepEqual(await turns(memory, "tuesday"), [["user", "What is Maya allergic to?"], ["assistant", "Noted."]]);
});

test("a call of a tool is no answer: an exchange is kept once", async () => {
  const memory = new Rememberd(fresh());
  const call = { type: "tool-call", toolCallId: "1", toolName: "clock", input: "{}" };
  const outputs = [{ content: [call], ...ended("tool-calls") }, saying("Noon.")];
  const scripted = new MockLanguageModelV4({ doGenerate: async () => outputs.shift() });
  const model = wrapLanguageModel({ model: scripted, middleware: longTermMemory(memory, "tuesday") });
  const clock = tool({ inputSchema: jsonSchema({ type: "object" }), execute: async () => "12:00" });
  await generateText({ model, prompt: "What time is it?", tools: { clock }, stopWhen: stepCountIs(3) });
  assert.equal(scripted.doGenerateCalls.length, 2);
  assert.deepEqual(await turns(memory, "tuesday"), [["user", "What time is it?"], ["assistant", "Noon."]]);
});

test("a streamed answer is kept whole", async () => {
  const memory = new Rememberd(fresh());
  await memory.remember("Maya is allergic to hazelnuts.");
  const chunks = [
    { type: "stream-start", warnings: [] }, { type: "text-start", id: "1" },
    ...["Haz", "el", "nuts."].map((delta) => ({ type: "text-delta", id: "1", delta })),
    { type: "text-end", id: "1" }, { type: "finish", ...ended("stop") },
  ];
  const scripted = new MockLanguageModelV4({ doStream: async () => ({ stream: simulateReadableStream({ chunks }) }) });
  const model = wrapLanguageModel({ model: scripted, middleware: longTermMemory(memory, "tuesday") });
  const result = streamText({ model, prompt: "What is Maya allergic to?" });
  assert.equal(await result.text, "Hazelnuts.");
  assert.match(systems(scripted.doStreamCalls[0])[0], /hazelnuts/);
  assert.deepEqual(await turns(memory, "tuesday"), [["user", "What is Maya allergic to?"], ["assistant", "Hazelnuts."]]);
});

test("a memory that does not answer does not stop the model, and is told", async () => {
  const memory = new Rememberd({ ...fresh(), url: "http://127.0.0.1:9", retries: 0 });
  const told = [];
  const scripted = new MockLanguageModelV4({ doGenerate: async () => saying("Hello.") });
  const middleware = longTermMemory(memory, "tuesday", { onError: (error) => told.push(error.name) });
  const model = wrapLanguageModel({ model: scripted, middleware });
  assert.equal((await generateText({ model, prompt: "Hello?" })).text, "Hello.");
  assert.deepEqual(told, ["Unreachable", "Unreachable"]);
});
