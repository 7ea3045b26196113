// One memory, in one namespace, with one key. It needs `fetch` alone: Node 20 or newer, Deno, Bun, browsers.

import type * as shapes from "./shapes.js";

const LOCAL = "http://127.0.0.1:8000";
const PREFIX = "/api/v1";
const LONGEST_PAUSE = 30_000; // milliseconds; a service that asks for more is not waited for
const NOT_OURS = "The answer is no memory service's. Is the address right?";
const POLL = 300; // milliseconds between two looks at an operation
// What a later try may mend: too many requests, a proxy without its service, a busy store.
const PASSING = new Set([429, 502, 503, 504]);

export interface Options {
  key: string;
  url?: string;
  namespace?: string;
  /** Namespaces that `context`, `search` and `memories` read as well. */
  also?: string[];
  /** Milliseconds for one answer. */
  timeout?: number;
  /** How often a request is sent again. */
  retries?: number;
  fetch?: typeof fetch;
}

type Flaw = { loc: Array<string | number>; msg: string };
type Query = Record<string, unknown>;
type Turn = Omit<shapes.Message, "external_id"> & { external_id?: string | null };
type Rest<Body, Named extends keyof Body> = Omit<Body, Named>;

/** The service refused. `errors` are the flaws of an invalid request. */
export class ApiError extends Error {
  override name = "ApiError";

  constructor(
    readonly status: number,
    readonly detail: string,
    readonly code = "",
    readonly errors: Flaw[] = [],
  ) {
    const flaws = errors.map((flaw) => `${flaw.loc.join(".")}: ${flaw.msg}`).join("; ");
    super(`${status}: ${detail} ${flaws}`.trim());
  }
}

/** There is no such thing in this namespace. */
export class NotFound extends ApiError {
  override name = "NotFound";
}

/** No answer came, however often the client asked. */
export class Unreachable extends Error {
  override name = "Unreachable";
}

/**
 * A request that gets no answer, or a passing refusal (429, 502, 503, 504), is sent again; a write carries an id by
 * which the service does it once. Throws ApiError for a refusal, Unreachable without an answer.
 */
export class Rememberd {
  private readonly base: string;
  private readonly headers: Record<string, string>;
  private readonly one: Record<string, string>;
  private readonly several: Record<string, string>;
  private readonly timeout: number;
  private readonly retries: number;
  private readonly send: typeof fetch;

  constructor(options: Options) {
    const key = options.key?.trim(); // a key that was read from a file ends in a line's end
    if (!key) throw new TypeError("The service wants a key.");
    // `fetch` would quote it in its error, which programs log.
    if (!isHeader(key)) throw new TypeError("The key holds characters that no key has.");
    this.base = (options.url ?? LOCAL).replace(/\/+$/, "") + PREFIX;
    this.headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
    if (options.also?.length && !options.namespace)
      throw new TypeError("Name the `namespace` that is worked in beside those that are `also` read.");
    for (const name of [options.namespace ?? "", ...(options.also ?? [])]) {
      if (!isHeader(name)) throw new TypeError(`"${name}" names no namespace: A-Z a-z 0-9 . _ : @ ~ - and slashes.`);
    }
    this.one = options.namespace ? { "X-Memory-Namespace": options.namespace } : {};
    const all = [options.namespace, ...(options.also ?? [])].join(",");
    this.several = options.also?.length ? { "X-Memory-Namespaces": all } : this.one;
    this.timeout = options.timeout ?? 10_000;
    this.retries = options.retries ?? 3;
    this.send = options.fetch ?? ((address, init) => fetch(address, init));
  }

  // --- A conversation ---

  session(sessionId: string): Session {
    return new Session(this, sessionId);
  }

  /** Keep turns, all or none. */
  add(sessionId: string, messages: Turn[]): Promise<shapes.Ingested> {
    // Without one a turn that is sent again would be there twice.
    const named = messages.map((message) => ({ ...message, external_id: message.external_id ?? anId() }));
    return this.ask("POST", `/sessions/${segment(sessionId)}/messages`, { messages: named });
  }

  /** What to put before the model's answer to `prompt`: `context` is the Markdown block. */
  context(prompt: string, options: Rest<shapes.ContextQuery, "prompt"> = {}): Promise<shapes.Context> {
    return this.ask("POST", "/context", { prompt, ...options }, this.several);
  }

  search(query: string, options: Rest<shapes.SearchQuery, "query"> = {}): Promise<shapes.Found> {
    return this.ask("POST", "/memories/search", { query, ...options }, this.several);
  }

  // --- Memories ---

  /** Keep one fact; `outcome` says what became of it. */
  remember(content: string, options: Rest<shapes.NewFact, "content"> = {}): Promise<shapes.SavedFact> {
    return this.write("POST", "/memories", { content, ...options });
  }

  get(memoryId: string): Promise<shapes.Memory> {
    return this.ask("GET", `/memories/${segment(memoryId)}`);
  }

  change(memoryId: string, change: shapes.MemoryChange): Promise<shapes.MarkedMemory> {
    return this.write("PATCH", `/memories/${segment(memoryId)}`, change);
  }

  /** Put `content` in a fact's place. */
  correct(
    memoryId: string,
    content: string,
    options: Rest<shapes.FactCorrection, "content"> = {},
  ): Promise<shapes.Memory> {
    return this.write("POST", `/memories/${segment(memoryId)}/correct`, { content, ...options });
  }

  confirm(memoryId: string): Promise<shapes.MarkedMemory> {
    return this.write("POST", `/memories/${segment(memoryId)}/confirm`);
  }

  /** What the user said to the `question` of `context`; with "no", `content` is what is so instead. */
  answer(
    questionId: string,
    answer: shapes.AnswerToQuestion["answer"],
    content?: string,
  ): Promise<shapes.Question> {
    return this.write("POST", `/questions/${segment(questionId)}`, { answer, content });
  }

  /** Retire a memory; `restore` takes it back. */
  forget(memoryId: string): Promise<shapes.Memory> {
    return this.write("DELETE", `/memories/${segment(memoryId)}`);
  }

  restore(memoryId: string): Promise<shapes.Memory> {
    return this.write("POST", `/memories/${segment(memoryId)}/restore`);
  }

  history(memoryId: string): Promise<shapes.Events> {
    return this.ask("GET", `/memories/${segment(memoryId)}/history`);
  }

  sources(memoryId: string): Promise<shapes.Sources> {
    return this.ask("GET", `/memories/${segment(memoryId)}/sources`);
  }

  /** All memories that the filters of `GET /memories` leave, newest first, over as many pages as that takes. */
  memories(filters: Query = {}): AsyncGenerator<shapes.Memory, void, undefined> {
    return this.pages("/memories", filters, this.several);
  }

  // --- What the memory knows of ---

  entities(filters: Query = {}): AsyncGenerator<shapes.Entity, void, undefined> {
    return this.pages("/entities", filters);
  }

  sessions(filters: Query = {}): AsyncGenerator<shapes.Session, void, undefined> {
    return this.pages("/sessions", filters);
  }

  /** The turns of a session, in order. */
  messages(sessionId: string): AsyncGenerator<shapes.Memory, void, undefined> {
    return this.pages(`/sessions/${segment(sessionId)}/messages`, {});
  }

  /** Whether what is said in this conversation is kept from now on; with false, what was said is withdrawn. */
  rememberSession(sessionId: string, remember: boolean): Promise<shapes.Session> {
    return this.write("PATCH", `/sessions/${segment(sessionId)}`, { remember });
  }

  stats(): Promise<shapes.Stats> {
    return this.ask("GET", "/stats");
  }

  // --- Tools for a model ---

  async tools(set?: "orchestrator" | "consolidator"): Promise<shapes.ToolSchema[]> {
    return (await this.ask<shapes.Tools>("GET", `/tools${query({ set })}`)).results;
  }

  callTool(name: string, args: Query): Promise<Record<string, unknown>> {
    return this.write("POST", `/tools/${segment(name)}`, args);
  }

  // --- Work that goes on after the answer ---

  /** End a conversation and learn from it; `wait` waits for that. */
  consolidate(sessionId: string): Promise<shapes.Operation> {
    return this.write("POST", `/sessions/${segment(sessionId)}/consolidate`);
  }

  /** Erase for good. Exactly one of the first four fields says what. */
  erase(what: shapes.NewErasure): Promise<shapes.Operation> {
    return this.write("POST", "/erasures", what);
  }

  operation(operationId: string): Promise<shapes.Operation> {
    return this.ask("GET", `/operations/${segment(operationId)}`);
  }

  /** The operation when it has ended; `timeout` in milliseconds. */
  async wait(operation: shapes.Operation, timeout = 300_000): Promise<shapes.Operation> {
    const end = performance.now() + timeout;
    while (operation.status === "pending" || operation.status === "running") {
      if (performance.now() >= end) throw new Error(`operation ${operation.id} is still ${operation.status}`);
      await sleep(POLL);
      operation = await this.operation(operation.id);
    }
    return operation;
  }

  // --- Requests ---

  private async *pages<Row>(path: string, filters: Query, headers = this.one): AsyncGenerator<Row, void, undefined> {
    let cursor: string | null | undefined;
    do {
      const address = path + query({ ...filters, cursor });
      const page = await this.ask<{ results: Row[]; next: string | null }>("GET", address, undefined, headers);
      yield* page.results;
      cursor = page.next;
    } while (cursor);
  }

  private write<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    return this.ask(method, path, body, { ...this.one, "Idempotency-Key": anId() });
  }

  private async ask<Answer>(method: string, path: string, body?: object, headers = this.one): Promise<Answer> {
    const sent = body && JSON.stringify(body); // what is no JSON is the caller's flaw, and no silence of the service
    for (let attempt = 0; ; attempt++) {
      let pause = 0;
      try {
        const response = await this.send(this.base + path, {
          method,
          headers: { ...this.headers, ...headers },
          body: sent,
          signal: AbortSignal.timeout(this.timeout),
        });
        pause = pauseBefore(attempt, response);
        if (!PASSING.has(response.status) || attempt >= this.retries || pause > LONGEST_PAUSE) {
          return await answer<Answer>(response);
        }
      } catch (error) {
        if (error instanceof ApiError) throw error;
        if (attempt >= this.retries) {
          throw new Unreachable(`${this.base} does not answer: ${error}`, { cause: error });
        }
        pause = pauseBefore(attempt);
      }
      await sleep(pause);
    }
  }
}

/** One conversation of a memory. */
export class Session {
  constructor(
    readonly memory: Rememberd,
    readonly id: string,
  ) {}

  /** The Markdown block to put before the model's answer to `prompt`; empty where nothing bears on it. */
  async context(prompt: string, options: Rest<shapes.ContextQuery, "prompt"> = {}): Promise<string> {
    return (await this.memory.context(prompt, { session_id: this.id, ...options })).context;
  }

  /** Keep the user's words and the answer, where they are not blank. */
  save(said: { user?: string; assistant?: string }): Promise<shapes.Ingested> {
    const turns: Turn[] = [];
    if (said.user?.trim()) turns.push({ role: "user", content: said.user });
    if (said.assistant?.trim()) turns.push({ role: "assistant", content: said.assistant });
    return this.memory.add(this.id, turns);
  }

  /** The conversation is over: facts are learnt from it. */
  end(): Promise<shapes.Operation> {
    return this.memory.consolidate(this.id);
  }
}

async function answer<Answer>(response: Response): Promise<Answer> {
  const text = await response.text();
  if (response.ok) {
    try {
      return (text ? JSON.parse(text) : null) as Answer;
    } catch {
      throw new ApiError(response.status, NOT_OURS);
    }
  }
  const Kind = response.status === 404 ? NotFound : ApiError;
  let told: { detail: string; code?: string; errors?: Flaw[] };
  try {
    told = JSON.parse(text);
    if (typeof told.detail !== "string") throw new TypeError("no problem");
  } catch {
    throw new Kind(response.status, NOT_OURS);
  }
  throw new Kind(response.status, told.detail, told.code, told.errors);
}

/** Milliseconds before the next try: as long as the service asks, else longer each time. */
function pauseBefore(attempt: number, response?: Response): number {
  const asked = response?.headers.get("Retry-After") ?? "";
  if (/^\d+$/.test(asked)) return Number(asked) * 1000;
  const own = 200 * 2 ** attempt * (0.5 + Math.random() / 2);
  // Proxies send a time. What does not begin with a day's name is none: `Date.parse` takes "-5" for one.
  const until = /^[A-Z][a-z]+, /.test(asked) ? Date.parse(asked) - Date.now() : 0;
  return Math.max(own, until || 0);
}

function query(values: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) given.append(name, one instanceof Date ? one.toISOString() : String(one));
    }
  }
  return given.size ? `?${given}` : "";
}

/** Whether `text` can be sent as a header's value. */
function isHeader(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

/** An id as a part of an address; `fetch` takes these two for steps to another address. */
function segment(text: string): string {
  if (text === "." || text === "..") throw new TypeError(`"${text}" is no id`);
  return encodeURIComponent(text);
}

/** `crypto.randomUUID` is there on secure pages alone. */
function anId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
