export { ApiError, NotFound, Rememberd, Session, Unreachable } from "./client.js";
export type { Options } from "./client.js";
export type * from "./shapes.js";
