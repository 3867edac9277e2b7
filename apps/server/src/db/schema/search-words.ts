/** Characters between words here, so that `refund` is found in `src/refund.ts` and `squadroom/fix-refund`. */
export const SEARCH_BREAKS = "/._-:#@=()[]{}<>";
export const SEARCH_SPACES = " ".repeat(SEARCH_BREAKS.length);

/** SQL: the words of this text, in any language and as they are. An index is used where it has this very expression. */
export function wordsIn(text: string): string {
  return `to_tsvector('simple', translate(${text}, '${SEARCH_BREAKS}', '${SEARCH_SPACES}'))`;
}

/** SQL: what a task's result says and which files it changed; an index takes no more than a megabyte of words. */
export const RESULT_TEXT =
  "left(coalesce(result ->> 'summary', '') || ' ' || coalesce((result -> 'artifacts')::text, '') || ' ' || coalesce((result -> 'changes' -> 'files')::text, ''), 100000)";
/** SQL: why an attempt at a task ended without a result. */
export const FAILURE_TEXT = "data ->> 'reason'";
