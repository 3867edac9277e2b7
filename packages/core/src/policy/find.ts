import { isMade } from "./removal.ts";
import { below, type Run, touchOf, UNKNOWN, type Word } from "./run.ts";
import type { Touch } from "./touch.ts";

/** Where `find` looks. */
export function startsOf({ words }: Run): Word[] {
  const rest = words.slice(1);
  const cut = rest.findIndex(({ text }) => /^(-[a-z]|[(!])/.test(text) && !/^-[HLP]$/.test(text));
  const starts = (cut < 0 ? rest : rest.slice(0, cut)).filter(({ text }) => !text.startsWith("-"));
  return starts.length > 0 ? starts : [{ text: ".", isKnown: true, isGlob: false }];
}

/** What `find` finds: below where it looks, by the names it asks for. */
export function foundBy(run: Run): Word[] {
  const { words } = run;
  const asked = words.flatMap(({ text }, i) => {
    const isNot = /^(!|-not)$/.test(words[i - 1]?.text ?? "");
    const value = words[i + 1];
    return value && /^-(i?name|i?path|i?wholename)$/.test(text) ? [{ text, value, isNot }] : [];
  });
  // A search that leaves hidden files out finds only what a shell's wildcard means.
  const shows =
    !asked.some(({ value, isNot }) => isNot && /(^|\/)\./.test(value.text)) &&
    !words.some(({ text }) => text === "-prune");
  const names = asked.filter(({ isNot }) => !isNot);
  return startsOf(run).flatMap((start): Word[] => {
    if (!start.isKnown) return [UNKNOWN];
    const root = start.text.replace(/\/+$/, "") || "/";
    const folder = /^(\.|\*\*)$/.test(root) && shows ? "" : `${root}/`;
    if (names.length === 0) return [below(folder === "" ? "" : root)];
    return names.map(({ text, value }) => ({
      ...value,
      text:
        text.endsWith("name") && !text.endsWith("wholename")
          ? `${folder}**/${value.text}`
          : value.text.replace(/^\*?\/?/, `${folder}**/`),
      isGlob: true,
    }));
  });
}

/** Files that `find` reads, writes and deletes. */
export function touchesOfFind(run: Run): Touch[] {
  const words = run.words.slice(1);
  const starts = startsOf(run);
  const found = foundBy(run);
  const deletes = words.some(({ text }) => text === "-delete");
  const written = words.flatMap((word, i) =>
    /^-f(print|printf|ls)0?$/.test(words[i - 1]?.text ?? "") ? [touchOf(word, run.cwd, "write")] : [],
  );
  const gone = deletes ? found.filter(({ text }) => !isMade(text)).map((word) => touchOf(word, run.cwd, "delete")) : [];
  return [...starts.map((word) => touchOf(word, run.cwd, deletes ? "delete" : "read")), ...gone, ...written];
}
