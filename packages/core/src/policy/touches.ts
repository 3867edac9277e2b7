import { holdsGuards, runsLater } from "./files.ts";
import { touchesOfFind } from "./find.ts";
import { ofGit } from "./git-touches.ts";
import { EXECUTES, foundByFd } from "./listing.ts";
import { unbundled } from "./network.ts";
import { hasOption, means, optionAt } from "./options.ts";
import { OWN_COMMAND } from "./own-acts.ts";
import { filesOfPatch } from "./patch.ts";
import { guardsAt, isPathlike, NAMES_INPUT, NAMES_OUTPUT } from "./pathlike.ts";
import { isFolderish } from "./removal.ts";
import { argsOf, known, nameOf, programOf, type Run, type Shell, touchOf, type Word } from "./run.ts";
import { inScripts } from "./scripts.ts";
import { joined, type Touch } from "./touch.ts";
import { bracesOf } from "./word.ts";
import { SHELLS, TELLING, TEXTS, WRAPPERS } from "./wrapper-names.ts";

type Access = Touch["access"];
/** What a command takes: files it reads, files it writes, and how many words come first that are not files. */
interface Takes {
  access?: Access;
  /** The last file is written, the others have `access`. */
  lastWritten?: boolean;
  /** Leading words that are not files: a pattern, a mode. */
  skip?: number;
  /** Options with a value that is not a file. */
  values?: string;
  /** Options with a number in some programs and nothing in others: a word after them that looks like a file is one. */
  counts?: string;
  /** Options whose value is a file that is read, and those whose value is a file that is written. */
  reads?: string;
  writes?: string;
  /** With one of these, no leading word is skipped. */
  unskipped?: string;
}

const list = (names: string, takes: Takes): [string, Takes][] => names.split(" ").map((name) => [name, takes]);
/** Where all the others go. */
const TARGET = "-t --target-directory";
const TAKES: Record<string, Takes> = Object.fromEntries([
  ...list(
    "cat head tail less more nl od hexdump wc cut paste column fold strings file stat md5sum sha1sum sha256sum cksum base64 tac rev source . bat view",
    { access: "read", counts: "-n -c -k -t -d -f -w -s -m -S -N -b -o" },
  ),
  ...list("sort", { access: "read", counts: "-k -t -S", writes: "-o --output" }),
  ...list("uniq xxd split", { access: "read", lastWritten: true, counts: "-f -s -w -n -b -l -c" }),
  ...list("ls tree du readlink realpath cd pushd diff cmp comm test [ open xdg-open", {
    access: "read",
    counts: "-L",
  }),
  ...list("grep egrep fgrep rg ag ack", {
    access: "read",
    skip: 1,
    values: "-e -A -B -C -m -t -T --type --exclude --max-count --color",
    reads: "-f --file --ignore-file -g --glob --iglob --include",
    unskipped: "-e -f --regexp --file --files",
  }),
  ...list("awk gawk mawk nawk jq yq", {
    access: "read",
    skip: 1,
    values: "-F -v --arg --argjson",
    unskipped: "-f --from-file",
  }),
  ...list("sed gsed", {
    access: "read",
    skip: 1,
    values: "-e -l",
    reads: "-f --file",
    unskipped: "-e -f --expression --file",
  }),
  ...list("touch mkdir tee truncate mkfifo mknod", {
    access: "write",
    counts: "-m -s -t -d --mode",
    reads: "-r --reference",
  }),
  ...list("chmod chown chgrp", {
    access: "write",
    skip: 1,
    unskipped: "--reference -r -w -x -X -s -t -rw -rx -wx -rwx",
  }),
  ...list("gzip gunzip bzip2 bunzip2 xz unxz zstd lz4", {
    access: "write",
  }),
  ...list("sd", { access: "write", skip: 2 }),
  ...list("rm rmdir unlink shred srm", { access: "delete" }),
  ...list("cp install scp rsync ditto", {
    access: "read",
    lastWritten: true,
    values: "-m -o -g --exclude --include -e",
    writes: TARGET,
  }),
  // Writing a link writes what it leads to.
  ...list("ln link", { access: "write", writes: TARGET, values: "-S --suffix" }),
  ...list("mv rename prename perl-rename", { access: "delete", lastWritten: true, writes: TARGET }),
  ...list("patch", {
    access: "write",
    values: "-p",
    reads: "-i --input",
    writes: "-d -o --output",
  }),
]);
/** Whether a program only shows, moves or changes files, or prints something. */
export function handlesFiles(program: string): boolean {
  return TEXTS.has(program) || Object.hasOwn(TAKES, program) || /^(git|find|fd|curl|wget|.*tar|unzip)$/.test(program);
}
/** Options that name a file that is written. */
const WRITTEN =
  /^(-o|-O|-out|--output|--output-document|--output-file|--outfile|--outdir|--out|--out-dir|--dest|--log-file|-fprint|-fprintf|-fls)$/;
const WRITTEN_LONGS = ["--output", "--output-document", "--outfile", "--outdir", "--log-file", "--one-top-level"];
const ELSEWHERE =
  /^(-C|--directory|--cwd|--prefix|--dir|--chdir|--work-tree|--git-dir|-P|--directory-prefix|--output-dir|-d)$/;

/** Files that a shell command would touch, as far as it names them. */
export function touchesOf(shell: Shell): Touch[] {
  return [...shell.redirected, ...shell.runs.flatMap(touchesOfRun)];
}

export function touchesOfRun(run: Run): Touch[] {
  const program = programOf(run);
  if (program === "git") return ofGit(run);
  if (program === "apply_patch") return ofPatch(run);
  if (program === "find") return touchesOfFind(run);
  if (/^fd(find)?$/.test(program) && run.words.some(({ text }) => EXECUTES.test(text)))
    return [...foundByFd(run.words).map((word) => touchOf(word, run.cwd, "read")), ...named(run)];
  if (TEXTS.has(program)) return [];
  const takes = Object.hasOwn(TAKES, program) ? TAKES[program] : undefined;
  const own = takes ? taken(run, takes) : [];
  const set = run.sets.flatMap(({ value }) => (isPathlike(value) ? [touchOf(value, run.cwd, "read")] : []));
  const [first] = run.words;
  const file = first?.text.includes("/") && !OWN_COMMAND.test(first.text) ? [touchOf(first, run.cwd, "read")] : [];
  const more = [...inScripts(run), ...heldInOptions(run)];
  const all = [...file, ...own, ...set, ...(takes ? [] : named(run)), ...more];
  return all.filter(({ path }) => path !== "-");
}

function taken(run: Run, takes: Takes): Touch[] {
  const { access = "read", lastWritten = false, skip = 0, unskipped = "" } = takes;
  const args = argsOf(run);
  const program = programOf(run);
  const inPlace =
    (/^(g?sed|yq)$/.test(program) && args.some((text) => /^(-[a-zA-Z]*i|--in-place)/.test(text))) ||
    (/^g?awk$/.test(program) && args.some((text) => /^(-i|--include=?)?inplace$/.test(text))) ||
    (program === "cp" && hasOption(args, "ls", ["--link", "--symbolic-link"], "t"));
  let left = args.some((text) => unskipped.split(" ").includes(text.split(/[=,]/)[0] ?? "")) ? 0 : skip;
  const words: Word[] = [];
  const named: Touch[] = [];
  let ended = false;
  for (let i = 1; i < run.words.length; i += 1) {
    const word = run.words[i] as Word;
    const { text } = word;
    if (!ended && text === "--") ended = true;
    else if (!ended && word.isKnown && text.startsWith("-") && text !== "-") {
      const { value, isNext, is } = optionValue(run, i, takes);
      if (isNext) i += 1;
      // What a search leaves out is not read.
      for (const text of value && is !== "value" ? (bracesOf(value.text) ?? [value.text]) : [])
        if (!text.startsWith("!")) named.push(touchOf({ ...(value as Word), text }, run.cwd, is as Access));
    } else if (program === "test" || program === "[") {
      if (isPathlike(word)) words.push(word);
    } else if (left > 0) left -= 1;
    else words.push(word);
  }
  const last = words.length - 1;
  const hasTarget = takes.writes === TARGET && named.some((touch) => touch.access === "write");
  const isWritten = (i: number) => lastWritten && !hasTarget && i === last && last > 0;
  const folders = [
    ...words.filter(({ text }, i) => isWritten(i) && /(^|\/)\.{0,2}$/.test(text)),
    ...named.flatMap(({ path, access: is }) => (hasTarget && is === "write" && path !== null ? [known(path)] : [])),
  ];
  return [
    ...named,
    // In a folder they keep their names.
    ...folders.flatMap((folder) =>
      (hasTarget ? words : words.slice(0, last)).flatMap((word) => {
        const name = /[^/]+$/.exec(word.text)?.[0];
        const text = `${folder.text}/${name}`;
        return name === undefined || /^\.+$/.test(name) || !word.isKnown
          ? []
          : [touchOf({ ...word, text }, hasTarget ? "." : run.cwd, "write")];
      }),
    ),
    ...words.map((word, i) => touchOf(word, run.cwd, inPlace || isWritten(i) ? "write" : access)),
    ...(isWritten(last) ? intoGuards(words, run) : []),
  ];
}

/** A folder may exist already, and then what is moved lies in it; with a folder goes everything in it. */
function intoGuards(words: readonly Word[], { cwd }: Run): Touch[] {
  const to = words.at(-1)?.text.replace(/\/+$/, "") ?? "";
  const at = (path: string) => (cwd === null ? path : joined(cwd, path));
  return words.slice(0, -1).flatMap(({ text }) => {
    const path = `${to}/${/[^/]+(?=\/*$)/.exec(text)?.[0] ?? ""}`;
    const isKept = guardsAt(path, cwd) || (isFolderish(to) && runsLater(at(path)));
    const folders = [to, path].filter((one) => holdsGuards(at(one)));
    return [
      ...(isKept ? [touchOf(known(path), cwd, "write")] : []),
      ...folders.map((one) => touchOf({ ...known(`${one}/**`), isGlob: true }, cwd, "write")),
    ];
  });
}

/** What belongs to an option: attached to it or as the next word, and whether it is a file. */
function optionValue(
  run: Run,
  at: number,
  { access = "read", values = "", counts = "", reads = "", writes = "" }: Takes,
): { value?: Word; isNext: boolean; is: Access | "value" } {
  const word = run.words[at] as Word;
  const next = run.words[at + 1];
  const [option = "", long] = word.text.split(/=(.*)/s);
  const taking = [...`${values} ${reads} ${writes}`.matchAll(/(?:^| )-(\w)(?= |$)/g)].map(([, one]) => one).join("");
  for (const [options, is] of [
    [writes, "write"],
    [reads, "read"],
    [values, "value"],
  ] as const) {
    const value = optionAt(word, next, options.split(" "), taking);
    if (value) return { ...value, is };
  }
  if (long !== undefined && isPathlike(known(long))) return { value: known(long), isNext: false, is: access };
  const isCount = counts.split(" ").includes(option) && COUNT.test(next?.text ?? "");
  return { isNext: isCount, is: "value" };
}

/** A number, columns, a format of a few letters, or one separator. */
const COUNT = /^([+-]?[\d,.:-]+[a-zA-Z]{0,2}|[a-z]\d?|[^.~*]|\\.|%\S*)$/;

/** With one of these, programs change or remove their arguments. */
const IN_PLACE =
  /^(--write|-w|--fix|--fix-\w+|--in-?place(=.*)?|-sdel|--remove-files|--rm|--move|-[rqjy]*m|--overwrite|fmt)$/;
/** Programs that only read what they are given, unless told otherwise: any other may write a guarded file. */
const READS =
  /^(.*sh|.*lint|.*check|[bd]at|node|tsx|ts-node|deno|bun|npx|npm|pnpm|yarn|python3?|perl|ruby|php|make|go|cargo|tar|rsync|curl|docker|gh|tsc|biome|prettier|jest|vitest|pytest|ajv|code|env|sudo|source|\.)$/;
/** `tar cf FILE`, in all orders. */
const MAKES = /^-?[a-zA-Z]*[cruA][a-zA-Z]*f$|^-f$|^--file$/;

/** For a program whose words nobody knows: what looks like a way out of the project, and where it is told to write. */
function named(written: Run): Touch[] {
  const [first, ...rest] = written.words;
  const isCurl = programOf(written) === "curl" && first !== undefined;
  const run = isCurl ? { ...written, words: [first, ...unbundled(rest)] } : written;
  const { words, cwd } = run;
  const isShell = SHELLS.has(programOf(run));
  const isTar = /tar$/.test(programOf(run));
  const access = words.some(({ text }) => IN_PLACE.test(text)) ? "write" : "read";
  const text = isShell && words.some((word) => /^-[a-zA-Z]*c/.test(word.text));
  if (text || programOf(run) === "eval") return [];
  return ownWords(run).flatMap((word, i) => {
    const before = words[i]?.text ?? "";
    if (OWN_COMMAND.test(word.text) && (isShell || /^node/.test(programOf(run)))) return [];
    const [option = "", value] = word.text.split(/=(.*)/s);
    if (/^--?\w*(exclude|ignore)/.test(value === undefined ? before : option)) return [];
    if (value !== undefined && /^[\w-]+$/.test(option)) {
      const target = { ...word, text: value.replace(/^[@<]/, "") };
      const keeps = guardsAt(target.text, cwd) && !NAMES_INPUT.test(option);
      if (keeps || isWritten(option, target) || option === "of") return [touchOf(target, cwd, "write")];
      return isPathlike(target) ? [touchOf(target, cwd, access)] : [];
    }
    const attached = /^-[A-Za-z]*?([A-Za-z])((?:\/|~|\.{1,2}[\w/]).*)$/.exec(word.text);
    if (attached) {
      const target = { ...word, text: attached[2] as string };
      return [touchOf(target, cwd, /[oOdtCPD]/.test(attached[1] as string) ? "write" : "read")];
    }
    if (i > 0 && !word.text.startsWith("-") && (isWritten(before, word) || (isTar && MAKES.test(before))))
      return /^\d+$/.test(word.text) ? [] : [touchOf(word, cwd, "write")];
    const from = { ...word, text: word.text.replace(isCurl ? /^[\w.-]*@/ : /^@/, "") };
    if (ELSEWHERE.test(before) && i > 0) return isPathlike(from) ? [touchOf(from, cwd, "write")] : [];
    const guards = guardsAt(from.text, cwd);
    if (access === "write" && !from.isKnown) return [touchOf(from, cwd, access)];
    const isGiven = i > 0 && NAMES_OUTPUT.test(before) && !NAMES_INPUT.test(before);
    if (guards && (isGiven || !READS.test(programOf(run)))) return [touchOf(from, cwd, "write")];
    return guards || isPathlike(from) ? [touchOf(from, cwd, access)] : [];
  });
}

/** Programs whose options hold the text that is searched for. */
const SEARCHES = /^(\w*grep|rg|ag|ack|jq|[gmn]?awk|g?sed|find|test|\[)$/;
/** Programs that write the file after an option, whatever the option's name. */
const WRITES_NAMED = /^(curl|wget|(bsd)?tar|zip|tree)$/;
const READS_NAMED = /^-\w*[fKTXbdFEH]$|^--(config|data\S*|form\S*|files-from|header|cert|key)$/;

/** Files that guard the agents in an option's value, whatever surrounds them: `--report=json:FILE`. */
function heldInOptions(run: Run): Touch[] {
  const { words, cwd } = run;
  const program = programOf(run);
  if (SEARCHES.test(program)) return [];
  const takesOut = /tar$/.test(program) && /^-?[a-zA-Z]*x|^--(extract|get)$/.test(words[1]?.text ?? "");
  return ownWords(run).flatMap((word, i) => {
    const before = words[i]?.text ?? "";
    if (takesOut && guardsAt(word.text, cwd)) return [touchOf(word, cwd, "write")];
    const isOption = word.text.startsWith("-");
    if (/\s/.test(word.text) || !(isOption || (i > 0 && before.startsWith("-")))) return [];
    const option = isOption ? (word.text.split(/[=:,]/)[0] ?? "") : before;
    const isNamed = !isOption && WRITES_NAMED.test(program) && !READS_NAMED.test(before);
    const [whole = "", ...parts] = word.text.split(/[=:,;{}]+/);
    return [...(isNamed ? [whole] : []), ...(NAMES_INPUT.test(option) ? [] : parts)]
      .filter((text) => guardsAt(text, cwd))
      .map((text) => touchOf({ ...word, text }, cwd, "write"));
  });
}

/** Without the wrapped command, and without texts that are read as one: these are looked at separately. */
function ownWords(run: Run): Word[] {
  const words = run.words.slice(1);
  const end = words.findIndex(({ text }) => !text.startsWith("-"));
  const own = Object.hasOwn(WRAPPERS, programOf(run)) && end >= 0 ? words.slice(0, end + 1) : words;
  return own.filter(({ text }) => !TELLING.has(nameOf(/^\S+(?=\s)/.exec(text)?.[0] ?? "")));
}

/** Whether the option before a word makes it a file that is written. */
function isWritten(option: string, word: Word): boolean {
  if (WRITTEN.test(option)) return true;
  return isPathlike(word) && (/^-[a-zA-Z]+[oO]$/.test(option) || WRITTEN_LONGS.some((long) => means(option, long)));
}

function ofPatch(run: Run): Touch[] {
  const text =
    typeof run.stdin === "object" && run.stdin !== null && "text" in run.stdin
      ? run.stdin.text
      : (run.words[1]?.text ?? "");
  const files = filesOfPatch(text);
  if (files.length === 0) return [{ path: null, access: "write" }];
  return files.map(({ path, access }) => touchOf(known(path), run.cwd, access));
}
