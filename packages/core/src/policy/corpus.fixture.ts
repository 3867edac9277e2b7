import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What a corpus says that a room on `safe` answers, line by line. */
export function readCorpus(name: string): { line: string; expected: string }[] {
  const text = readFileSync(join(import.meta.dirname, "corpus", name), "utf8");
  let expected = "";
  return text.split("\n").flatMap((line) => {
    if (line.startsWith("%% ")) expected = line.slice(3);
    return line === "" || line.startsWith("%") ? [] : [{ line: line.replaceAll("⏎", "\n"), expected }];
  });
}
