import { generateText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { Rememberd } from "rememberd-client";
import { longTermMemory } from "rememberd-client/ai-sdk";

const memory = new Rememberd({ url: process.env.MEMORY_URL, key: process.env.MEMORY_KEY });
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const scripted = new MockLanguageModelV4({ // your model in its place
  doGenerate: async ({ prompt }) => {
    for (const { role, content } of prompt) if (role === "system") console.log("the model is told:", content);
    return { content: [{ type: "text", text: "Noted." }], finishReason: { unified: "stop" }, usage, warnings: [] };
  },
});
for (const [day, prompt] of [["monday", "My sister Ana moved to Lisbon."], ["tuesday", "Where does my sister live?"]]) {
  const model = wrapLanguageModel({ model: scripted, middleware: longTermMemory(memory, day) });
  await generateText({ model, prompt });
}
