import { inline, section } from "./markdown.ts";

/** What was wrong with the last reply, if it could not be used. */
export function lastTry(refusals: readonly { message: string }[]): string | null {
  const last = refusals.at(-1);
  if (!last) return null;
  const told = `${inline(last.message)} Fix it and send it again; this is your last try.`;
  return section("Your last reply could not be used", told);
}
