// For the AI SDK: a middleware that gives a model what the memory holds, and keeps what was said.
//
//   const model = wrapLanguageModel({ model: openai("gpt-5-mini"), middleware: longTermMemory(memory, "tuesday") });

import type { LanguageModelMiddleware } from "ai";
import { ApiError, type Rememberd, Unreachable } from "./client.js";
import type * as shapes from "./shapes.js";

type Transform = NonNullable<LanguageModelMiddleware["transformParams"]>;
type Params = Awaited<ReturnType<Transform>>;
type Prompt = Params["prompt"];

export interface Wanted {
  /** The options of the memory's context. */
  context?: Omit<shapes.ContextQuery, "prompt" | "session_id">;
  /** Is told when the memory did not answer: the model goes on without it. The console if left out. */
  onError?: (error: Error) => void;
}

/**
 * Before each call the block for the user's last message stands in a system message of its own, behind the others.
 * When the model has answered in words, the user's message and the answer are kept as turns of the session; a call that
 * ends in tools' calls is followed by another.
 */
export function longTermMemory(memory: Rememberd, sessionId: string, wanted: Wanted = {}): LanguageModelMiddleware {
  const report = wanted.onError ?? ((error) => console.warn(`rememberd: ${error.message}`));

  async function attempted<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unreachable)) throw error;
      report(error);
      return undefined;
    }
  }

  async function keep(prompt: Prompt, assistant: string): Promise<void> {
    const user = lastWords(prompt);
    if (assistant.trim()) await attempted(() => memory.session(sessionId).save({ user, assistant }));
  }

  return {
    specificationVersion: "v4",

    async transformParams({ params }) {
      const words = lastWords(params.prompt);
      if (!words.trim()) return params;
      const block = await attempted(() => memory.session(sessionId).context(words, wanted.context));
      if (!block) return params;
      const systems = params.prompt.filter((message) => message.role === "system");
      const others = params.prompt.filter((message) => message.role !== "system");
      return { ...params, prompt: [...systems, { role: "system", content: block }, ...others] };
    },

    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      if (result.finishReason.unified !== "tool-calls") {
        await keep(params.prompt, result.content.map((part) => (part.type === "text" ? part.text : "")).join(""));
      }
      return result;
    },

    async wrapStream({ doStream, params }) {
      const { stream, ...rest } = await doStream();
      let said = "";
      const kept = stream.pipeThrough(
        new TransformStream({
          async transform(part, controller) {
            if (part.type === "text-delta") said += part.delta;
            // Before the end is told: whoever waits for it may ask the memory next.
            if (part.type === "finish" && part.finishReason.unified !== "tool-calls") await keep(params.prompt, said);
            controller.enqueue(part);
          },
        }),
      );
      return { stream: kept, ...rest };
    },
  };
}

/** The text of the user's last message. */
function lastWords(prompt: Prompt): string {
  const users = prompt.filter((message) => message.role === "user");
  const last = users[users.length - 1];
  return last ? last.content.map((part) => (part.type === "text" ? part.text : "")).filter(Boolean).join("\n") : "";
}
