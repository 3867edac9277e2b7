import type { Word as Node, SyntaxNode } from "unbash";
import { VISIBLE } from "./files.ts";
import { foundBy } from "./find.ts";
import { readGit } from "./git-words.ts";
import { hasOption, valuesOf } from "./options.ts";
import { below, known, programOf, type Run, UNKNOWN, type Word } from "./run.ts";

/** What a list of files may be piped through and still be one. */
const FILTERS = /^(e?grep|sort|uniq|head|tail)$/;

/** The words that come out of a pipe of plain commands that lists files; `null`: it isn't one. */
export function listedByPipe(commands: readonly SyntaxNode[], wordsIn: (node: SyntaxNode) => Word[]): Word[] | null {
  const [begin, ...rest] = commands;
  const filtered = rest.every((node) => node.type === "Command" && FILTERS.test(node.name?.value ?? ""));
  return begin && filtered ? listedBy(wordsIn(begin)) : null;
}

/** The words that `$(…)` expands to if a list of files is in it. */
export function listedIn({ parts }: Node, wordsIn: (node: SyntaxNode) => Word[]): Word[] | null {
  const [part, ...more] = parts ?? [];
  const script = part?.type === "CommandExpansion" && more.length === 0 ? part.script : null;
  const [only, ...others] = script?.commands ?? [];
  if (!only || others.length > 0) return null;
  const { command } = only;
  return listedByPipe(command.type === "Pipeline" ? command.commands : [command], wordsIn);
}

/**
 * The files that a command lists, as patterns; `null`: it lists none. Names with a dot are included if it shows them:
 * what git keeps, and what is asked for.
 */
export function listedBy(words: Word[]): Word[] | null {
  const run: Run = { words, sets: [], cwd: null, stdin: null, ends: null };
  const texts = words.map(({ text }) => text);
  switch (programOf(run)) {
    case "find":
      return foundBy(run);
    case "fd":
    case "fdfind":
      return foundByFd(words);
    case "ls":
      return listedByLs(words);
    case "rg":
    case "ag":
      return namesOnly(texts) || texts.includes("--files") ? searched(words) : null;
    case "grep":
    case "egrep":
    case "fgrep":
      return namesOnly(texts) ? searched(words, true) : null;
    case "git":
      return listedByGit(run);
    default:
      return null;
  }
}

function namesOnly(texts: string[]): boolean {
  return hasOption(texts, "lL", ["--files-with-matches", "--files-without-match"], "efgtTABCm");
}

/** What a search goes through, after the text it searches for. */
function searched(words: Word[], shows = false): Word[] {
  const taking = "-e -f -g -t -T -A -B -C -m -j -d --regexp --file --glob --iglob --type --include";
  const values = new Set(valuesOf(words, taking).flatMap(({ at, isNext }) => (isNext ? [at + 1] : [])));
  const own = words.filter(({ text }, i) => i > 0 && !values.has(i) && !/^-./.test(text));
  const isGiven = words.some(({ text }) => /^(-\w*[ef]|--(regexp|file|files)\b)/.test(text));
  const hidden =
    shows ||
    hasOption(
      words.map(({ text }) => text),
      ".u",
      ["--hidden", "--unrestricted"],
    );
  const asked = valuesOf(words, "-g --glob --iglob").flatMap(({ value }) =>
    /^[^!]*(^|\/)\./.test(value.text) ? [{ ...value, text: `**/${value.text}`, isGlob: true }] : [],
  );
  return [...inFolders(isGiven ? own : own.slice(1), hidden), ...asked];
}

function inFolders(places: Word[], hidden: boolean): Word[] {
  return (places.length > 0 ? places : [known(".")]).flatMap((word) => {
    const root = word.text.replace(/\/+$/, "");
    if (/[*?]/.test(root.split("/").at(-1) ?? "") && !/\/\*$/.test(root)) return [word];
    const whole = hidden ? below(/^\.?$/.test(root) ? "" : root) : visible(root);
    return word.isKnown ? [...(/^\.?$/.test(root) ? [] : [word]), whole] : [UNKNOWN];
  });
}

/** Files below a folder with no dot at the beginning of any name. */
function visible(folder: string): Word {
  return { text: `${folder}/**/${VISIBLE}`, isKnown: true, isGlob: true };
}

function listedByLs(words: Word[]): Word[] | null {
  const own = words.slice(1).filter(({ text }) => !text.startsWith("-"));
  const shows = hasOption(
    words.map(({ text }) => text),
    "aAlR",
    ["--all", "--almost-all"],
  );
  if (shows) return null;
  return own.length === 0 ? [visible(".")] : own.every(({ isGlob }) => isGlob) ? own : null;
}

/** Tracked and changed files, names with a dot included. Its wildcards cross folders. */
function listedByGit(run: Run): Word[] | null {
  const { act, args, moved, named } = readGit(run);
  const names = hasOption(args, "", ["--name-only"]);
  const lists =
    act === "ls-files" || (act === "grep" && (names || namesOnly(args))) || (/^(diff|show)$/.test(act ?? "") && names);
  // Ignored files may hold secrets.
  const others = hasOption(args, "oi", ["--others", "--ignored"], "xX");
  if (!lists || (act === "ls-files" && others) || moved.length + named.length > 0) return null;
  const words = run.words.slice(run.words.length - args.length);
  const cut = args.indexOf("--");
  const plain = act === "ls-files" ? words.filter(({ text }) => !text.startsWith("-")) : [];
  return inFolders(cut >= 0 ? words.slice(cut + 1) : plain, true).map((word) =>
    /^(?!\*\*)[^/]*[*?]/.test(word.text) ? { ...word, text: `**/${word.text}`, isGlob: true } : word,
  );
}

/** With these, `fd` runs something on what it finds. */
export const EXECUTES = /^(-[a-zA-Z]*[xX]|--exec(-batch)?)$/;

/** What `fd` finds: its pattern is a part of the name, with the extension that it asks for. */
export function foundByFd(words: Word[]): Word[] {
  const cut = words.findIndex(({ text }) => EXECUTES.test(text));
  const own = cut < 0 ? words : words.slice(0, cut);
  const texts = own.map(({ text }) => text);
  const ending = valuesOf(own, "-e --extension")[0]?.value.text;
  const takes = /^-[eEtdS]$|^--(ext|exc|type|max|min|ch|size)/;
  const [pattern, ...places] = own.filter(
    ({ text }, i) => i > 0 && !text.startsWith("-") && !takes.test(texts[i - 1] ?? ""),
  );
  const part = pattern?.text.replace(/[\\^$]|^\.$/g, "") ?? "";
  const name = `${texts.includes("-g") ? part : `*${part}*`}${ending ? `.${ending}` : ""}`;
  const hidden = hasOption(texts, "Hu", ["--hidden", "--unrestricted"], "eEtdS");
  return (places.length > 0 ? places : [known("")]).map(({ text, isKnown }) => ({
    text: [...(text === "" ? [] : [text.replace(/\/+$/, "")]), ...(hidden ? ["**"] : []), name].join("/"),
    isKnown: isKnown && (pattern?.isKnown ?? true),
    isGlob: true,
  }));
}
