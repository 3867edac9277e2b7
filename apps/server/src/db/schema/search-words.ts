/** Characters at which a search splits words, so `refund` is found in `src/refund.ts` and `squadroom/fix-refund`. */
export const SEARCH_BREAKS = "/._-:#@=()[]{}<>";

/** Those that Postgres' parser may include in a word; each costs 16 ns per letter of whatever is indexed. */
const GLUES = "/._-:<";

/** SQL: the words of this text, in any language and unchanged. An index is used if it has this very expression. */
export function wordsIn(text: string): string {
  return `to_tsvector('simple', translate(${text}, '${GLUES}', '${" ".repeat(GLUES.length)}'))`;
}

/**
 * SQL: whether a message became a task that says the same: a handoff to a role. Its words are in the tasks' index,
 * once.
 */
export function handedOn(intent: string, recipient: string): string {
  return `${intent} IS NOT NULL AND ${recipient} ->> 'kind' = 'role'`;
}

/** SQL: what a task's result says and which files it changed; an index takes at most a megabyte of words. */
export const RESULT_TEXT =
  "left(coalesce(result ->> 'summary', '') || ' ' || coalesce((result -> 'artifacts')::text, '') || ' ' || coalesce((result -> 'changes' -> 'files')::text, ''), 100000)";
/** SQL: why an attempt at a task ended without a result. */
export const FAILURE_TEXT = "data ->> 'reason'";
