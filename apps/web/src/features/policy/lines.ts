/** A list as a person writes it: one entry per line. */
export function entriesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter(Boolean))];
}
