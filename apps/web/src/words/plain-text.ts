/** Without formatting marks: these lines are shown unchanged. */
export function plainText(line: string): string {
  return line
    .replace(/\*\*(.+?)\*\*|`(.+?)`/g, "$1$2")
    .replace(/^[#>\s-]+/, "")
    .trim();
}

/** The first line that says something. */
export function firstLine(text: string): string {
  return plainText(text.split("\n").find((line) => line.trim() !== "") ?? "");
}

/** The line that asks, if one does. */
export function questionLine(text: string): string {
  const asking = text.split("\n").find((line) => line.includes("?"));
  return asking === undefined ? firstLine(text) : plainText(asking);
}

/** What follows the first meaningful line, if that is the given one; otherwise the whole text. */
export function behindLine(text: string, line: string): string {
  const lines = text.split("\n");
  const first = lines.findIndex((one) => one.trim() !== "");
  const isAll = /^\s*```/.test(lines[first] ?? "");
  return !isAll && plainText(lines[first] ?? "") === line
    ? lines
        .slice(first + 1)
        .join("\n")
        .trim()
    : text;
}

/** Without its full stop, for use inside a sentence. */
export function unended(text: string): string {
  return plainText(text).replace(/[.\s]+$/, "");
}
