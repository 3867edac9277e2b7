/** What serves, loaded apart from what starts it: the first part of a start does without it. */
export { buildApp } from "./app.ts";
export { ensureFirstLink } from "./platform/auth/links.ts";
export { createRuntime } from "./runtime.ts";
