/** Where a search breaks, so that `refund` is found in `src/refund.ts` and `squadroom/fix-refund`. */
export const SEARCH_BREAKS = "/._-:#@=()[]{}<>";

/** Those of them that Postgres' parser may take into a word; each costs 16 ns a letter of whatever is indexed. */
const GLUES = "/._-:<";

/** SQL: the words of this text, in any language and as they are. An index is used where it has this very expression. */
export function wordsIn(text: string): string {
  return `to_tsvector('simple', translate(${text}, '${GLUES}', '${" ".repeat(GLUES.length)}'))`;
}

/**
 * SQL: whether a message became a task that says the same: a handoff to a role. Its words are in the index of the
 * tasks, once.
 */
export function handedOn(intent: string, recipient: string): string {
  return `${intent} IS NOT NULL AND ${recipient} ->> 'kind' = 'role'`;
}

/** SQL: what a task's result says and which files it changed; an index takes no more than a megabyte of words. */
export const RESULT_TEXT =
  "left(coalesce(result ->> 'summary', '') || ' ' || coalesce((result -> 'artifacts')::text, '') || ' ' || coalesce((result -> 'changes' -> 'files')::text, ''), 100000)";
/** SQL: why an attempt at a task ended without a result. */
export const FAILURE_TEXT = "data ->> 'reason'";
