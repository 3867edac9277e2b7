/** Without the marks of formatting: these lines are shown as they are. */
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

/** The line that asks, where one does. */
export function questionLine(text: string): string {
  const asking = text.split("\n").find((line) => line.includes("?"));
  return asking === undefined ? firstLine(text) : plainText(asking);
}

/** What comes behind the first line that says something, where that is the line; else the whole text. */
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

/** Without its full stop, to stand inside a sentence. */
export function unended(text: string): string {
  return plainText(text).replace(/[.\s]+$/, "");
}
