/** The half of an advice that is for its reader, where it has one for each. */
export function adviceTo(reader: "agent" | "person", advice: string): string {
  const [, agents = advice, people = advice] = /^Agents: (.+) People: (.+)$/.exec(advice) ?? [];
  const half = reader === "agent" ? agents : people;
  return half.charAt(0).toUpperCase() + half.slice(1);
}
