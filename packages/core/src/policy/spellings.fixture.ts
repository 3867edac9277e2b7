import { shellWord } from "../kernel/shell-word.ts";

/**
 * Other spellings of a command that a shell takes for the same. Nothing of it is ever run. Each takes a whole command line,
 * or only a plain one: words that mean themselves, one space between them.
 */
export interface Spelling {
  name: string;
  write: (command: string) => string;
}

const quoted = shellWord;
const words = (line: string) => line.split(" ");
const first = (line: string, change: (word: string) => string) => {
  const [program = "", ...rest] = words(line);
  return [change(program), ...rest].join(" ");
};
const last = (line: string, change: (word: string) => string) => {
  const all = words(line);
  return [...all.slice(0, -1), change(all.at(-1) ?? "")].join(" ");
};
const halved = (word: string) => [word.slice(0, 1), word.slice(1)] as const;
/** One that may stand in a variable, a brace or an escape. */
const isSimple = (word: string) => /^[\w./-]+$/.test(word);
const octal = (word: string) =>
  [...word].map((sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`).join("");
const path = (word: string) => /^\.?\w[\w./-]*$/.test(word) && /^\.|\//.test(word);

/** Whatever the command is: what stands around it. */
export const AROUND: Spelling[] = [
  { name: "shell", write: (c) => `bash -c ${quoted(c)}` },
  { name: "shell with clustered options", write: (c) => `sh -exc ${quoted(c)}` },
  { name: "shell in a shell", write: (c) => `sh -c ${quoted(`bash -c ${quoted(c)}`)}` },
  { name: "eval", write: (c) => `eval ${quoted(c)}` },
  { name: "builtin eval", write: (c) => `builtin eval ${quoted(c)}` },
  { name: "env", write: (c) => `env A=1 bash -c ${quoted(c)}` },
  { name: "env split", write: (c) => `env -S${quoted(`bash -c ${quoted(c)}`)}` },
  { name: "wrappers", write: (c) => `nice -n 5 timeout -k 1 5 bash -c ${quoted(c)}` },
  { name: "nohup in the background", write: (c) => `nohup bash -c ${quoted(c)} &` },
  { name: "xargs", write: (c) => `echo a | xargs -I% bash -c ${quoted(c)}` },
  { name: "find -exec", write: (c) => `find . -maxdepth 0 -exec sh -c ${quoted(c)} \\;` },
  { name: "function", write: (c) => `f() {\n${c}\n}; f` },
  { name: "function of the shell", write: (c) => `function g {\n${c}\n}\ng x` },
  { name: "alias", write: (c) => `shopt -s expand_aliases\nalias z=${quoted(c)}\nz` },
  { name: "subshell", write: (c) => `(${c}\n)` },
  { name: "group", write: (c) => `{ ${c}\n}` },
  { name: "substitution", write: (c) => `echo "$(${c}\n)"` },
  { name: "process substitution", write: (c) => `cat <(${c}\n)` },
  { name: "pipe", write: (c) => `echo a | (${c}\n)` },
  { name: "condition", write: (c) => `if true; then\n${c}\nfi` },
  { name: "case", write: (c) => `case a in a)\n${c}\n;; esac` },
  { name: "loop", write: (c) => `for i in 1 2; do\n${c}\ndone` },
  { name: "and, or, not", write: (c) => `true && ! (${c}\n) || false` },
  { name: "here-document", write: (c) => `bash <<'NEVER_IN_IT'\n${c}\nNEVER_IN_IT` },
  { name: "here-string", write: (c) => `bash <<< ${quoted(c)}` },
  { name: "trap", write: (c) => `trap ${quoted(c)} EXIT` },
  { name: "folder first", write: (c) => `cd src && cd .. && ${c}` },
  { name: "unknown wrapper", write: (c) => `some-tool --quiet bash -c ${quoted(c)}` },
  { name: "comment in front", write: (c) => `# nothing\n${c}` },
];

/** Only for a plain command: each of its words in another spelling. */
export const WITHIN: Spelling[] = [
  { name: "quoted program", write: (c) => first(c, (word) => `"${word}"`) },
  { name: "quotes in the middle", write: (c) => first(c, (word) => halved(word).join("''")) },
  { name: "escaped", write: (c) => first(c, (word) => `\\${word}`) },
  {
    name: "ansi quotes",
    write: (c) => first(c, (word) => (isSimple(word) ? `$'${octal(word)}'` : word)),
  },
  {
    name: "quoted words",
    write: (c) =>
      words(c)
        .map((word) => `'${word}'`)
        .join(" "),
  },
  { name: "quoted last word", write: (c) => last(c, (word) => halved(word).join('""')) },
  { name: "escaped last word", write: (c) => last(c, (word) => `\\${word}`) },
  {
    name: "absolute program",
    write: (c) => first(c, (word) => (word.includes("/") ? word : `/usr/bin/${word}`)),
  },
  {
    name: "program by a crooked path",
    write: (c) => first(c, (word) => (word.includes("/") ? word : `/usr/../bin//${word}`)),
  },
  { name: "command", write: (c) => `command ${c}` },
  { name: "exec", write: (c) => `exec ${c}` },
  { name: "exec by another name", write: (c) => `exec -a x ${c}` },
  { name: "assignment in front", write: (c) => `A=1 B=2 ${c}` },
  { name: "program in a variable", write: (c) => `X=${words(c)[0]}; ${first(c, () => "$X")}` },
  { name: "braces of a variable", write: (c) => `X=${words(c)[0]}\n${first(c, () => `"$\{X}"`)}` },
  { name: "last word in a variable", write: (c) => `Y=${words(c).at(-1)}; ${last(c, () => "$Y")}` },
  {
    name: "last word from a loop",
    write: (c) => `for Y in ${words(c).at(-1)}; do ${last(c, () => "$Y")}; done`,
  },
  {
    name: "last word given to a function",
    write: (c) => `f() { ${last(c, () => '"$1"')}; }; f ${words(c).at(-1)}`,
  },
  {
    name: "all words given to a function",
    write: (c) => `f() { ${words(c)[0]} "$@"; }; f ${words(c).slice(1).join(" ")}`,
  },
  {
    name: "last word by xargs",
    write: (c) => `echo ${words(c).at(-1)} | xargs ${words(c).slice(0, -1).join(" ")}`,
  },
  { name: "program as an alias", write: (c) => `alias q=${words(c)[0]}\n${first(c, () => "q")}` },
  { name: "braces", write: (c) => `{${words(c).join(",")}}` },
  { name: "continued line", write: (c) => words(c).join(" \\\n  ") },
  { name: "broken program", write: (c) => first(c, (word) => halved(word).join("\\\n")) },
  { name: "tabs", write: (c) => words(c).join("\t ") },
  { name: "capitals", write: (c) => first(c, (word) => word.toUpperCase()) },
  { name: "separators", write: (c) => `;${c};`.slice(1) },
  { name: "path with a dot", write: (c) => last(c, (word) => (path(word) ? `./${word}` : word)) },
  {
    name: "path with more slashes",
    write: (c) => last(c, (word) => (path(word) ? `.//${word.replace("/", "//")}` : word)),
  },
  {
    name: "path there and back",
    write: (c) => last(c, (word) => (path(word) ? `src/../${word}` : word)),
  },
  {
    name: "path in the folder",
    write: (c) => last(c, (word) => (path(word) ? `$PWD/${word}` : word)),
  },
  {
    name: "a name with a wildcard",
    write: (c) => last(c, (word) => (/^\.[\w./-]*\w\w$/.test(word) ? `${word.slice(0, -1)}?` : word)),
  },
  {
    name: "a name with a class",
    write: (c) => last(c, (word) => (/^\.[\w./-]*\w\w$/.test(word) ? word.replace(/\w$/, "[$&]") : word)),
  },
  { name: "redirected away", write: (c) => `${c} > /dev/null 2>&1` },
];

/** Whether a command is words that mean themselves. */
export function isPlainCommand(line: string): boolean {
  return (
    /^[a-z][\w.-]*( [\w@%+:,./=-]+)+$/.test(line) &&
    !/^(cd|if|for|while|until|case|trap|export|alias|coproc|exec|eval|source|command|builtin|pushd|hash|enable|time) /.test(
      line,
    )
  );
}

/** All its spellings, by name. */
export function spellingsOf(line: string): { name: string; line: string }[] {
  const isHereDoc = line.includes("<<");
  const around = isHereDoc ? AROUND.filter(({ name }) => !/continued/.test(name)) : AROUND;
  const own = isPlainCommand(line) ? [...around, ...WITHIN] : around;
  return own.map(({ name, write }) => ({ name, line: write(line) }));
}
