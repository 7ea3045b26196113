// What the service takes and answers. Made by clients/generate.py from its OpenAPI document.

export interface AddedWebhook {
  id: string;
  url: string;
  kinds: Array<"remembered" | "corrected" | "confirmed" | "edited" | "retired" | "restored" | "superseded" | "supersedes" | "holds_again" | "merged" | "undone" | "decayed" | "spared" | "reflected" | "alias_added" | "alias_removed" | "renamed" | "unmerged" | "split" | "unsplit" | "told_apart" | "session_skipped" | "session_retried">;
  paused: boolean;
  last_error: string | null;
  dead_letters: number;
  created_at: string;
  secret: string;
}

export interface AnswerToQuestion {
  answer: "yes" | "no" | "both" | "unknown";
  content?: string | null;
}

export interface ClaudeCodeHook {
  hook_event_name: "UserPromptSubmit" | "Stop" | "PreCompact" | "SessionEnd";
  session_id: string;
  prompt?: string | null;
  turns?: Array<Message> | null;
}

export interface Conflict {
  id: number;
  kind: "contradiction" | "update";
  reason: string;
  found_by: string;
  status: "open" | "resolved" | "dismissed";
  new: Memory;
  old: Memory;
  created_at: string;
  decided_by: string | null;
  decided_at: string | null;
  decision: "new" | "old" | "both" | null;
}

export interface Conflicts {
  next: string | null;
  results: Array<Conflict>;
}

export interface Context {
  id: string | null;
  context: string;
  corrections: Array<Correction>;
  memories: Array<Handed>;
  left_off: number;
  reflection: Memory | null;
  question: Question | null;
  degraded: Array<string>;
}

export interface ContextQuery {
  prompt: string;
  session_id?: string | null;
  limit?: number;
  max_tokens?: number | null;
  include?: Array<"instructions" | "facts" | "turns" | "reflection"> | null;
  include_current?: boolean;
  as_of?: string | number | null;
  valid_at?: string | number | null;
  known_at?: string | number | null;
  explain?: boolean;
}

export interface Correction {
  kind: "wrong" | "withdrawn";
  mark: string | null;
  id: string;
  was: string;
  by: string | null;
  now: string | null;
}

export interface Counts {
  episode: number;
  fact: number;
  reflection: number;
}

export interface DecidedReview {
  id: number;
  reason: "conflict" | "unsupported" | "sensitive" | "new_person" | "low_confidence" | "imported" | "restated" | "quarantined" | "confirmation" | "faded" | "decay_stopped";
  detail: string;
  status: "open" | "accepted" | "corrected" | "rejected";
  memory: Memory | null;
  created_at: string;
  decided_by: string | null;
  decided_at: string | null;
  outcome: "done" | "retired" | "superseded";
}

export interface EmbeddingStats {
  model: string;
  dimensions: number;
  coverage: number;
}

export interface Entities {
  next: string | null;
  results: Array<Entity>;
}

export interface Entity {
  id: string;
  canonical_name: string;
  type: "person" | "project" | "organization" | "location" | "email" | "url" | "other";
  aliases: Array<string>;
  summary: string;
  mention_count: number;
  protected: boolean;
}

export interface EntityRef {
  id: string;
  name: string;
  type: "person" | "project" | "organization" | "location" | "email" | "url" | "other";
}

export interface Event {
  seq: number;
  kind: "remembered" | "corrected" | "confirmed" | "edited" | "retired" | "restored" | "superseded" | "supersedes" | "holds_again" | "merged" | "undone" | "decayed" | "spared" | "reflected" | "alias_added" | "alias_removed" | "renamed" | "unmerged" | "split" | "unsplit" | "told_apart" | "session_skipped" | "session_retried";
  actor: string;
  origin: "curator" | "user" | "agent" | "tool" | "import" | "derived";
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason: string;
  at: string;
}

export interface Events {
  next: string | null;
  results: Array<Event>;
}

export interface FactCorrection {
  content: string;
  reason?: string;
  kind?: "outdated" | "wrong" | "refined";
}

export interface Found {
  results: Array<Hit>;
  degraded: Array<string>;
  left_off: number;
  why_not?: WhyNot;
}

export interface Handed {
  id: string;
  kind: "episode" | "fact" | "reflection";
  content: string;
  namespace: string;
  session_id: string | null;
  role: string | null;
  event_time: string;
  created_at: string;
  valid_until: string | null;
  invalid_at: string | null;
  confidence: number;
  decay_rate: number;
  durability: "lasting" | "ordinary" | "passing" | null;
  protected: boolean;
  trust: "import" | "tool" | "agent" | "user" | "curator";
  quarantine: "instruction" | "exfiltration" | "role" | "invisible" | "unscreened" | null;
  access_count: number;
  last_accessed: string | null;
  source_ids: Array<string>;
  source_role: string | null;
  external_id: string | null;
  entities: Array<EntityRef>;
  tags: Array<string>;
  attributes: Record<string, unknown>;
  score: number;
  ranks: Record<string, number | null>;
  passage: Passage | null;
  trace?: Record<string, unknown>;
  mark: string | null;
}

export interface HandedContext {
  id: string;
  session_id: string | null;
  at: string;
  prompt: string | null;
  prompt_hash: string;
  context: string;
  tokens: number;
  memories: Array<HandedItem>;
}

export interface HandedItem {
  id: string;
  place: number;
  mark: string | null;
  version: string;
}

export interface Handing {
  context_id: string;
  session_id: string | null;
  at: string;
  mark: string | null;
}

export interface Handings {
  next: string | null;
  results: Array<Handing>;
}

export interface Hit {
  id: string;
  kind: "episode" | "fact" | "reflection";
  content: string;
  namespace: string;
  session_id: string | null;
  role: string | null;
  event_time: string;
  created_at: string;
  valid_until: string | null;
  invalid_at: string | null;
  confidence: number;
  decay_rate: number;
  durability: "lasting" | "ordinary" | "passing" | null;
  protected: boolean;
  trust: "import" | "tool" | "agent" | "user" | "curator";
  quarantine: "instruction" | "exfiltration" | "role" | "invisible" | "unscreened" | null;
  access_count: number;
  last_accessed: string | null;
  source_ids: Array<string>;
  source_role: string | null;
  external_id: string | null;
  entities: Array<EntityRef>;
  tags: Array<string>;
  attributes: Record<string, unknown>;
  score: number;
  ranks: Record<string, number | null>;
  passage: Passage | null;
  trace?: Record<string, unknown>;
}

export interface HookAnswer {
  hookSpecificOutput?: HookOutput;
}

export interface HookOutput {
  hookEventName: string;
  additionalContext: string;
}

export interface Ingested {
  session_id: string;
  episodes: Array<IngestedEpisode>;
  completed_sessions: Array<string>;
  not_kept?: number;
}

export interface IngestedEpisode {
  id: string;
  external_id: string | null;
  duplicate: boolean;
  quarantine?: "instruction" | "exfiltration" | "role" | "invisible" | "unscreened";
  masked?: number;
}

export interface Latest {
  episode: string | null;
  fact: string | null;
  reflection: string | null;
}

export interface MarkedMemory {
  id: string;
  kind: "episode" | "fact" | "reflection";
  content: string;
  namespace: string;
  session_id: string | null;
  role: string | null;
  event_time: string;
  created_at: string;
  valid_until: string | null;
  invalid_at: string | null;
  confidence: number;
  decay_rate: number;
  durability: "lasting" | "ordinary" | "passing" | null;
  protected: boolean;
  trust: "import" | "tool" | "agent" | "user" | "curator";
  quarantine: "instruction" | "exfiltration" | "role" | "invisible" | "unscreened" | null;
  access_count: number;
  last_accessed: string | null;
  source_ids: Array<string>;
  source_role: string | null;
  external_id: string | null;
  entities: Array<EntityRef>;
  tags: Array<string>;
  attributes: Record<string, unknown>;
  outcome: "done" | "asked" | "superseded";
}

export interface Memories {
  next: string | null;
  results: Array<Memory>;
}

export interface Memory {
  id: string;
  kind: "episode" | "fact" | "reflection";
  content: string;
  namespace: string;
  session_id: string | null;
  role: string | null;
  event_time: string;
  created_at: string;
  valid_until: string | null;
  invalid_at: string | null;
  confidence: number;
  decay_rate: number;
  durability: "lasting" | "ordinary" | "passing" | null;
  protected: boolean;
  trust: "import" | "tool" | "agent" | "user" | "curator";
  quarantine: "instruction" | "exfiltration" | "role" | "invisible" | "unscreened" | null;
  access_count: number;
  last_accessed: string | null;
  source_ids: Array<string>;
  source_role: string | null;
  external_id: string | null;
  entities: Array<EntityRef>;
  tags: Array<string>;
  attributes: Record<string, unknown>;
}

export interface MemoryChange {
  tags?: Array<string> | null;
  attributes?: Record<string, unknown> | null;
  protected?: boolean | null;
}

export interface MergeInto {
  into: string;
}

export interface Message {
  role: "user" | "assistant" | "tool" | "system";
  content: string;
  name?: string | null;
  event_time?: string | number | null;
  external_id?: string | null;
  tags?: Array<string> | null;
  attributes?: Record<string, unknown> | null;
  remember?: boolean;
}

export interface Messages {
  messages: Array<Message>;
}

export interface NewErasure {
  memory_ids?: Array<string> | null;
  session_id?: string | null;
  entity_id?: string | null;
  namespace?: string | null;
  dry_run?: boolean;
}

export interface NewFact {
  content: string;
  tags?: Array<string> | null;
  event_time?: string | number | null;
  confidence?: number;
  kind?: "fact";
  session_id?: string | null;
  protected?: boolean;
  source_ids?: Array<string> | null;
  external_id?: string | null;
  attributes?: Record<string, unknown> | null;
}

export interface NewWebhook {
  url: string;
  kinds?: Array<"remembered" | "corrected" | "confirmed" | "edited" | "retired" | "restored" | "superseded" | "supersedes" | "holds_again" | "merged" | "undone" | "decayed" | "spared" | "reflected" | "alias_added" | "alias_removed" | "renamed" | "unmerged" | "split" | "unsplit" | "told_apart" | "session_skipped" | "session_retried">;
}

export interface Operation {
  id: string;
  kind: "enrich" | "consolidate" | "consolidate_session" | "decay" | "reflect" | "reembed" | "backup" | "erase" | "check" | "bulk" | "trial";
  status: "pending" | "running" | "succeeded" | "failed";
  created_at: string;
  started_at: string | null;
  finished_at: string | null;
  result: Record<string, unknown>;
  cost: Record<string, unknown>;
  error: string | null;
  subject: string | null;
  requested_by: string;
  slot: string | null;
  progress: number;
}

export interface Operations {
  next: string | null;
  results: Array<Operation>;
}

export interface Passage {
  start: number;
  end: number;
}

export interface Question {
  id: string;
  text: string;
  about: Array<string>;
  answers: Array<"yes" | "no" | "both" | "unknown">;
  answer: "yes" | "no" | "both" | "unknown" | null;
  answered_at: string | null;
}

export interface Resolution {
  decision: "new" | "old" | "both";
  reason?: string;
}

export interface Review {
  id: number;
  reason: "conflict" | "unsupported" | "sensitive" | "new_person" | "low_confidence" | "imported" | "restated" | "quarantined" | "confirmation" | "faded" | "decay_stopped";
  detail: string;
  status: "open" | "accepted" | "corrected" | "rejected";
  memory: Memory | null;
  created_at: string;
  decided_by: string | null;
  decided_at: string | null;
}

export interface ReviewAnswer {
  decision: "accept" | "reject" | "correct";
  content?: string | null;
  reason?: string;
}

export interface Reviews {
  next: string | null;
  results: Array<Review>;
}

export interface SavedFact {
  id: string;
  kind: "episode" | "fact" | "reflection";
  content: string;
  namespace: string;
  session_id: string | null;
  role: string | null;
  event_time: string;
  created_at: string;
  valid_until: string | null;
  invalid_at: string | null;
  confidence: number;
  decay_rate: number;
  durability: "lasting" | "ordinary" | "passing" | null;
  protected: boolean;
  trust: "import" | "tool" | "agent" | "user" | "curator";
  quarantine: "instruction" | "exfiltration" | "role" | "invisible" | "unscreened" | null;
  access_count: number;
  last_accessed: string | null;
  source_ids: Array<string>;
  source_role: string | null;
  external_id: string | null;
  entities: Array<EntityRef>;
  tags: Array<string>;
  attributes: Record<string, unknown>;
  outcome: "created" | "repeated" | "superseded" | "conflict" | "quarantined";
  masked?: number;
}

export interface SearchQuery {
  query: string;
  kind?: "episode" | "fact" | "reflection" | null;
  tags?: Array<string> | null;
  limit?: number;
  exclude_session_id?: string | null;
  event_after?: string | number | null;
  event_before?: string | number | null;
  session_id?: string | null;
  as_of?: string | number | null;
  valid_at?: string | number | null;
  known_at?: string | number | null;
  attributes?: Record<string, unknown> | null;
  explain?: boolean;
  why_not?: string | null;
}

export interface Session {
  session_id: string;
  first_seen_at: string;
  last_seen_at: string;
  episode_count: number;
  pending_count: number;
  unread: number;
  consolidated_at: string | null;
  status: "open" | "pending" | "running" | "consolidated" | "failed";
  remember: boolean;
  waiting_for: "language" | "provider" | "budget" | null;
  last_error: string | null;
}

export interface SessionChange {
  remember: boolean;
}

export interface Sessions {
  next: string | null;
  results: Array<Session>;
}

export interface Sources {
  sources: Array<Memory>;
  derived: Array<Memory>;
  left_off: number;
}

export interface Split {
  aliases?: Array<string>;
  memory_ids?: Array<string>;
}

export interface Stats {
  counts: Counts;
  latest: Latest;
  entities: number;
  sessions: Record<string, number>;
  embedding: EmbeddingStats;
}

export interface ToolFunction {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
}

export interface ToolSchema {
  type: "function";
  function: ToolFunction;
}

export interface Tools {
  next: string | null;
  results: Array<ToolSchema>;
}

export interface Webhook {
  id: string;
  url: string;
  kinds: Array<"remembered" | "corrected" | "confirmed" | "edited" | "retired" | "restored" | "superseded" | "supersedes" | "holds_again" | "merged" | "undone" | "decayed" | "spared" | "reflected" | "alias_added" | "alias_removed" | "renamed" | "unmerged" | "split" | "unsplit" | "told_apart" | "session_skipped" | "session_retried">;
  paused: boolean;
  last_error: string | null;
  dead_letters: number;
  created_at: string;
}

export interface WebhookChange {
  paused: boolean;
}

export interface Webhooks {
  next: string | null;
  results: Array<Webhook>;
}

export interface WhyNot {
  id: string;
  step: "shown" | "unknown" | "kind" | "retired" | "not_held" | "filtered" | "not_reached" | "superseded" | "merged" | "repeats" | "unrelated" | "limit" | "not_composed";
  detail: string;
  place: number | null;
  score: number | null;
  score_needed: number | null;
  by: string | null;
  ranks: Record<string, number | null>;
  parts: Record<string, number>;
}
