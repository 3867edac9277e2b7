import * as z from "zod";
import { pageOf } from "../kernel/page.ts";
import { routesOf } from "../kernel/route.ts";

const defineRoute = routesOf("search");

/** Shorter texts occur everywhere. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 100;
/** Most results of each kind. */
export const FOUND_MAX = 6;

const FoundThing = z.object({
  kind: z.enum(["task", "item", "session", "decision", "run", "wisdom", "message"]),
  room: z.object({ id: z.string(), name: z.string() }),
  /** Id of a task, item, session, run or entry of wisdom; for a message and a decision, the number of its event. */
  id: z.string(),
  /** A title; for a message, a question and an entry its beginning; for a run its agent. */
  title: z.string(),
  /** A message's sender; an entry's kind, or how it went out of force: `superseded`, `withdrawn`, `gave_way`. */
  state: z.string(),
  /** For a run: `null` before it is up. */
  at: z.number().nullable(),
});

export const search = defineRoute("GET /search", {
  summary:
    "The newest tasks, backlog items, sessions, decisions, runs, wisdom and messages with these words, in all your rooms.",
  access: { who: "signed_in" },
  query: z.strictObject({ text: z.string().trim().min(SEARCH_MIN).max(SEARCH_MAX) }),
  reply: pageOf(FoundThing),
});
