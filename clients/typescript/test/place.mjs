import { randomUUID } from "node:crypto";

/** Where the service is, and a namespace that nobody else uses: what a client is made with. */
export const fresh = () => ({
  url: process.env.MEMORY_URL,
  key: process.env.MEMORY_KEY,
  namespace: `hosts/${randomUUID()}`,
  timeout: 60_000,
});
