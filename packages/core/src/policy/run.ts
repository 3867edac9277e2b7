import { joined, type Touch } from "./touch.ts";

/** One word of a command. */
export interface Word {
  text: string;
  /** Its value when it runs is known from the call; otherwise `text` is what is written. */
  isKnown: boolean;
  isGlob: boolean;
}

/** One command as it would run, without what is wrapped around it. */
export interface Run {
  /** The command and its arguments. */
  words: Word[];
  /** Variables that are set for it. */
  sets: { name: string; value: Word }[];
  /** Relative to the project's root; `null`: nobody can know before it runs. */
  cwd: string | null;
  /** What it reads: nothing, a text in the call, names of files, or what nobody can know. */
  stdin: { text: string } | { names: Word[] } | "unknown" | null;
  /** Where each word ends in the command as written; `null`: it is inside another text. */
  ends: number[] | null;
  /** It may not be a command at all. */
  isGuess?: boolean;
}

/** What a shell command would run. */
export interface Shell {
  /** In the order in which they are written, wrappers included. */
  runs: Run[];
  /** Files of redirections. */
  redirected: Touch[];
  /** Why it can't be read; it is then denied. */
  faults: string[];
}

/** `python3.12`, `clang-15`, `node20`. */
const VERSIONED =
  /^([a-z+]{2,}?)(?:-?\d+(?:\.\d+)+|-\d+|(?<=^(?:node|nodejs|perl|php|ruby|lua|bash|zsh|gcc|clang))\d+)$/;

/** Prefixes under which systems install GNU's programs beside their own, and other programs whose name was taken. */
const GNU =
  /^g(rm|cp|mv|sed|tar|find|xargs|truncate|ln|cat|head|tail|sort|install|dd|chmod|chown|rmdir|unlink|shred|split|tee|touch|mkdir|date|timeout|stat|readlink|realpath|ls|wc|cut|tr|uniq)$/;
const OTHER_NAMES: Record<string, string> = { fdfind: "fd", batcat: "bat" };

/** The program without its folder, its version and a Windows suffix. */
export function programOf({ words }: Pick<Run, "words">): string {
  const [first] = words;
  return first ? nameOf(first.text) : "";
}

export function nameOf(text: string): string {
  const name = (text.split("/").at(-1) ?? "").replace(/^(npm|jsr):/, "").replace(/(.)@[\w.^~-]+$/, "$1");
  const own = name
    .replace(/\.(exe|cmd|bat)$/i, "")
    .toLowerCase()
    .replace(VERSIONED, "$1")
    .replace(GNU, "$1");
  return Object.hasOwn(OTHER_NAMES, own) ? (OTHER_NAMES[own] as string) : own;
}

/** The arguments as texts. */
export function argsOf({ words }: Pick<Run, "words">): string[] {
  return words.slice(1).map(({ text }) => text);
}

export function known(text: string): Word {
  return { text, isKnown: true, isGlob: false };
}

/** Stands for arguments that come from elsewhere. */
export const UNKNOWN: Word = { text: "…", isKnown: false, isGlob: false };

/** Any number of files below a folder. */
export function below(folder: string): Word {
  return { text: folder === "" ? "**" : `${folder}/**`, isKnown: true, isGlob: true };
}

/** A word as a path, seen from where its command runs. */
export function touchOf(word: Word, cwd: string | null, access: Touch["access"]): Touch {
  if (/^file:\/\//i.test(word.text))
    return touchOf({ ...word, text: word.text.replace(/^file:\/\/[^/]*/i, "") }, cwd, access);
  const isAbsolute = /^[/~]/.test(word.text);
  if (!word.isKnown || (cwd === null && !isAbsolute)) return { path: null, access };
  const path = joined(isAbsolute || cwd === null ? "." : cwd, word.text);
  return word.isGlob ? { path, access, isGlob: true } : { path, access };
}
