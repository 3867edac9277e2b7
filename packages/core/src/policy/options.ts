import type { Run, Word } from "./run.ts";
import { WRAPPERS } from "./wrapper-names.ts";

/** Whether a word is a long option: whole, shortened as GNU programs and git accept it, or with its value. */
export function means(text: string, long: string): boolean {
  const [name = ""] = text.split("=");
  return name.length > 2 && name.startsWith("--") && long.startsWith(name);
}

/** Whether one of these options is among the words, however spelt. @param taking letters that take what follows them */
export function hasOption(args: readonly string[], letters: string, longs: string[] = [], taking = ""): boolean {
  return args.some(
    (text) => longs.some((long) => means(text, long)) || [...letters].some((one) => letterAt(text, one, taking) > 0),
  );
}

/** The place of a letter in `-abc`; 0: not in it, or in the value of another. */
function letterAt(text: string, letter: string, taking: string): number {
  if (!/^-[^-]/.test(text)) return 0;
  const end = [...text].findIndex((one, i) => i > 0 && (taking.includes(one) || !/[\w?#]/.test(one)));
  const at = text.indexOf(letter, 1);
  return at > 0 && (end < 0 || at <= end) ? at : 0;
}

/** A value, where it is, and whether it is a word of its own. */
interface Value {
  value: Word;
  at: number;
  isNext: boolean;
}

/**
 * The values of these options, however spelt: `-xV`, `-vxV`, `-x V`, `--long V`, `--lon=V`; names of several letters
 * after one dash are whole words.
 */
export function valuesOf(words: readonly Word[], options: string, taking = ""): Value[] {
  const own = options.split(" ").filter((one) => one !== "");
  const values: Value[] = [];
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] as Word;
    if (word.text === "--") break;
    const value = optionAt(word, words[at + 1], own, taking);
    if (value) values.push({ ...value, at });
  }
  return values;
}

/** The value of a word that is one of these options, attached to it or as the next word. */
export function optionAt(
  word: Word,
  next: Word | undefined,
  own: readonly string[],
  taking = "",
): Omit<Value, "at"> | null {
  const [name = "", attached] = word.text.split(/=(.*)/s);
  const given = (text: string | undefined) =>
    text !== undefined ? { value: { ...word, text }, isNext: false } : next ? { value: next, isNext: true } : null;
  for (const option of own) {
    if (option.startsWith("--") ? means(name, option) : option.length > 2 && (name === option || name === `-${option}`))
      return given(attached);
    const at =
      option.length === 2 ? letterAt(word.text, option[1] as string, taking.replace(option[1] as string, "")) : 0;
    if (at > 0) return given(word.text.slice(at + 1) || undefined);
  }
  return null;
}

/** Options whose value is read as a command. */
const SCRIPTS: Record<string, [options: string, taking?: string]> = {
  "git rebase": ["-x --exec", "sXC"],
  mapfile: ["-C", "cdnOsu"],
  readarray: ["-C", "cdnOsu"],
  compgen: ["-C", "AFGPSWXo"],
  prove: ["-e --exec"],
};
/** Matches names of options whose value is a command, in any program. */
const RUNS_VALUE =
  /^--?([\w.:-]*[.:-])?(exec|cmd|command|run_under|wrap(per)?|test-runtool|post-renderer|on-?(start|end|success|error|outofmemoryerror))$/i;
const CODE_VALUE = /^--?[\w.-]*(execArgv|node-arguments|init-hook|exec\.executable)$/i;
/** Programs in which such a name means a statement, or a command that is found elsewhere. */
const READ_ELSEWHERE = /^(psql|mysql|mariadb|mongosh|clickhouse-client|duckdb|find|fd|git|go|gdb|kubectl|oc|nix\S*)$/;

const tar =
  "-I -F --use-compress-program --to-command --checkpoint-action --rsh-command --rmt-command --info-script --new-volume-script";
const npm = "--script-shell --node-options --init-module --shell --shell-emulator";
/** Options that make a program run something else, and letters that take other values. */
const CODE: Record<string, [options: string, taking?: string]> = {
  "git difftool": ["-x --extcmd", "t"],
  "git grep": ["-O --open-files-in-pager", "efABCm"],
  tar: [tar, "fCTXbgHKLNV"],
  bsdtar: [tar, "fCTXb"],
  sort: ["--compress-program"],
  split: ["--filter"],
  man: ["-P --pager -H --html", "CLMSrs"],
  zip: ["-TT --unzip-command"],
  rg: ["--pre --hostname-bin"],
  ag: ["--pager"],
  bat: ["--pager"],
  delta: ["--pager"],
  mysql: ["--pager"],
  mariadb: ["--pager"],
  go: ["-exec -toolexec -vettool"],
  gcc: ["-wrapper -fplugin -specs"],
  "g++": ["-wrapper -fplugin -specs"],
  cc: ["-wrapper -fplugin -specs"],
  clang: ["-fplugin -load"],
  npm: [npm],
  pnpm: [npm],
  yarn: [npm],
  cargo: ["--config"],
  wget: ["--use-askpass"],
  install: ["--strip-program"],
  fzf: ["--preview --bind"],
  "git send-email": ["--smtp-server --sendmail-cmd --to-cmd --cc-cmd --header-cmd"],
  "git mergetool": ["-t --tool"],
  xterm: ["-e"],
};

/** Commands in the values of options. @param act of git */
export function commandsInOptions(
  { words }: Run,
  program: string,
  act: string | null,
): { scripts: Word[]; code: Word[] } {
  const key = act === null ? program : `${program} ${act}`;
  const read = (table: typeof CODE) => {
    const [options, taking] = (Object.hasOwn(table, key) ? table[key] : undefined) ?? [""];
    return valuesOf(words, options, taking).map(({ value }) => value);
  };
  const named = (names: RegExp) =>
    words.flatMap((word, i) => {
      const [name = "", attached] = word.text.split(/=(.*)/s);
      const value = attached === undefined ? words[i + 1] : { ...word, text: attached };
      return value && names.test(name) && !READ_ELSEWHERE.test(program) ? [value] : [];
    });
  const isWrapper = Object.hasOwn(WRAPPERS, program);
  return {
    scripts: [...read(SCRIPTS), ...(isWrapper ? [] : named(RUNS_VALUE))],
    code: [...read(CODE), ...named(CODE_VALUE)],
  };
}
