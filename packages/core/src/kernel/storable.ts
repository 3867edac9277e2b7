/** Postgres cannot store NUL, and an unpaired surrogate is no character: both are refused, nothing is dropped. */
export function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}
