import type { Refusal } from "./refusal.ts";

/** What remains of an advice that was all about what is allowed, where nothing is. */
const NOTHING_ALLOWED = "Nothing else is possible now.";

/** The half of an advice that is for its reader, where it has one for each; where nothing is allowed, no word of that. */
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
