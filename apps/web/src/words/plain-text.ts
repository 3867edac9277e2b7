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
