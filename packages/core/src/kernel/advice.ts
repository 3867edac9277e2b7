import type { Refusal } from "./refusal.ts";

/** What remains of advice that was only about what is allowed, if nothing is. */
const NOTHING_ALLOWED = "Nothing else is possible now.";

/** The half of the advice for this reader, if it has one for each; if nothing is allowed, not a word about that. */
export function adviceTo(
  reader: "agent" | "person",
  advice: string,
  { allowed = [] }: Pick<Refusal, "allowed">,
): string {
  const [, agents = advice, people = advice] = /^Agents: (.+) People: (.+)$/.exec(advice) ?? [];
  const half = reader === "agent" ? agents : people;
  const said = half.charAt(0).toUpperCase() + half.slice(1);
  if (allowed.length > 0) return said;
  const rest = said.split(/(?<=[.!?]) /).filter((sentence) => !sentence.includes("`allowed`"));
  return rest.join(" ") || NOTHING_ALLOWED;
}
