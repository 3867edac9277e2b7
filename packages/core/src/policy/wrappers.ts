import { moduleOf, scriptPlace } from "./code.ts";
import { foundBy } from "./find.ts";
import { readGit } from "./git-words.ts";
import { actPlaces } from "./judging.ts";
import { hasActs, IN_PACKAGES, isHarmless, namedPlace, takenBy } from "./known.ts";
import { foundByFd } from "./listing.ts";
import { commandsInOptions, valuesOf } from "./options.ts";
import { argsOf, known, nameOf, programOf, type Run, UNKNOWN, type Word } from "./run.ts";
import { commandsInVariables } from "./settings.ts";
import { RUNNERS, RUNS_GIVEN, SHELLS, TELLING, WRAPPERS } from "./wrapper-names.ts";

/** What a command runs in turn. */
export interface Inner {
  runs: Pick<Run, "words" | "stdin">[] | Partial<Run>[];
  /** Texts that a shell reads; `cwd`: elsewhere. */
  scripts: { text: string; cwd?: string | null }[];
  /** They may not be scripts at all; texts count if they begin with a program that matters. */
  guesses: string[];
  texts: string[];
  faults: string[];
}
type Unwrap = (run: Run) => Partial<Inner>;

const AS_FILE = "Put what it would run into the call itself, or into a file of the project.";
const UNNAMED = "Its command is only known when it runs. Write the name of the program out.";

/** Most words of one command that are looked at as commands of their own. */
const SUSPECTS_MAX = 8;

/** Looks through one wrapper; what is inside may be wrapped again. */
export function unwrapped(run: Run): Inner {
  const [first] = run.words;
  const inner: Inner = { runs: [], scripts: [], guesses: [], texts: [], faults: [] };
  if (!first || first.text === "") return inner;
  if (!first.isKnown || first.isGlob) return { ...inner, faults: [UNNAMED] };
  const program = programOf(run);
  const { scripts, code } = commandsInOptions(run, program, program === "git" ? readGit(run).act : null);
  const own = opened(run, program, inner);
  const more = scriptsIn(scripts);
  return {
    ...own,
    scripts: [...own.scripts, ...more.scripts],
    guesses: [
      ...own.guesses,
      ...[...code, ...commandsInVariables(run)].filter(({ isKnown }) => isKnown).map(({ text }) => text),
    ],
    faults: [...own.faults, ...more.faults],
  };
}

function opened(run: Run, program: string, inner: Inner): Inner {
  const special = Object.hasOwn(SPECIAL, program) ? SPECIAL[program] : undefined;
  if (special) return { ...inner, ...special(run) };
  if (SHELLS.has(program) && program !== "busybox") return { ...inner, ...ofShell(run) };
  const script = scriptIn(run, program);
  if (script) return { ...inner, runs: [{ words: script }] };
  const runner = Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined;
  const verbs = runner?.split(" ") ?? [];
  const at = actPlaces(argsOf(run)).find((place) => verbs.includes(argsOf(run)[place] as string));
  const named = namedPlace(run);
  if (at === undefined && named > 0) return { ...inner, runs: [asOwn(run.words.slice(named))] };
  if (at !== undefined) {
    const own = wrapped({ ...run, words: run.words.slice(at + 1) }, { values: takenBy(program) });
    return { ...inner, ...own, runs: (own.runs ?? []).map(({ words = [] }) => asOwn(words)) };
  }
  if (Object.hasOwn(WRAPPERS, program)) return { ...inner, ...wrapped(run, WRAPPERS[program] ?? {}) };
  return isHarmless(program) && !RUNS_GIVEN.has(program) ? inner : { ...inner, ...suspected(run, hasActs(program)) };
}

/** A file without a folder is in the folder where it runs. */
function asOwn([first, ...rest]: Word[]): { words: Word[] } {
  if (!first) return { words: [] };
  const isFile = /^[^/:]+\.([cm]?[jt]sx?|py|rb|sh|dart|exs?|lua|php)$/.test(first.text);
  return { words: [isFile ? { ...first, text: `./${first.text}` } : first, ...rest] };
}

/** A script that is a program in its own right, with acts or from a package: `php artisan`, `python -m pip`. */
function scriptIn(run: Run, program: string): Word[] | null {
  if (!/^(python\d?|pypy\d?|py|node|nodejs|tsx|ts-node|ruby|php|perl)$/.test(program)) return null;
  const args = argsOf(run);
  const found = program === "ruby" ? args.indexOf("-S") : -1;
  if (found >= 0) return run.words.slice(found + 2);
  const named = /^py/.test(program) ? moduleOf(args) : null;
  if (named) return [known(named.module), ...run.words.slice(named.at + 2)];
  const [script, ...rest] = run.words.slice(scriptPlace(args) + 1);
  const name = nameOf(script?.text ?? "").replace(/\.[cm]?js$/, "");
  return script && (hasActs(name) || IN_PACKAGES.test(script.text))
    ? [{ ...script, text: script.text.replace(/\.[cm]?js$/, "") }, ...rest]
    : null;
}

/** Options of wrappers before a text that a shell reads. */
const TEXTS = "-c --command --call -S --split-string --session-command";

/** The command after the wrapper's options, settings and own words. */
function wrapped(run: Run, { values = "", before = 0 }: { values?: string; before?: number }): Partial<Inner> {
  const taking = values.split(" ");
  const { words } = run;
  const letters = taking.flatMap((one) => (one.length === 2 ? [one[1]] : [])).join("");
  const scriptsTo = (end: number) => scriptsOf(words.slice(0, end), TEXTS, letters);
  let left = before;
  let strange = false;
  for (let i = 1; i < words.length; i += 1) {
    const { text, isKnown } = words[i] as Word;
    if (text === "--") continue;
    if (isKnown && text.startsWith("-") && text !== "-") {
      if (taking.includes(text)) i += 1;
      else if (!text.includes("=") && !isAttached(text, taking)) strange = true;
      continue;
    }
    if (/^\w+=/.test(text)) continue;
    if (left > 0) {
      left -= 1;
      continue;
    }
    // After an unknown option, this may be its value: any later word may begin the command.
    const more = strange ? commandsAmong(words, i + 1) : NOTHING_MORE;
    const runs = [{ words: words.slice(i) }, ...more.runs];
    const scripts = scriptsTo(i + 1);
    return { ...scripts, runs, faults: [...scripts.faults, ...more.faults] };
  }
  return scriptsTo(words.length);
}

/** `-n5` is `-n` with its value; letters alone are switches. */
function isAttached(text: string, taking: readonly string[]): boolean {
  return /^-[A-Za-z]$/.test(text) === false && taking.includes(text.slice(0, 2));
}

/** The values of these options, read as scripts. */
function scriptsOf(words: readonly Word[], options: string, taking = ""): Pick<Inner, "scripts" | "faults"> {
  return scriptsIn(valuesOf(words, options, taking).map(({ value }) => value));
}

function scriptsIn(texts: readonly Word[]): Pick<Inner, "scripts" | "faults"> {
  const scripts = texts.filter(({ isKnown }) => isKnown).map(({ text }) => ({ text }));
  return { scripts, faults: scripts.length < texts.length ? [UNNAMED] : [] };
}

/** `bash -c …`, `bash FILE`, or a shell that reads its input. */
function ofShell(run: Run): Partial<Inner> {
  const { words, stdin } = run;
  for (let i = 1; i < words.length; i += 1) {
    const { text, isKnown } = words[i] as Word;
    if (!isKnown) return { faults: [UNNAMED] };
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(text)) {
      // Options may come between `-c` and its text.
      const script = words.slice(i + 1).find((word) => !/^[-+]/.test(word.text));
      if (!script) return {};
      return script.isKnown
        ? { scripts: [{ text: script.text }] }
        : { faults: [`Its command is only known when it runs. ${AS_FILE}`] };
    }
    if (/^-[a-zA-Z]*s/.test(text)) break;
    if (/^[-+][a-zA-Z]*o$/i.test(text) || /^--(rcfile|init-file)$/.test(text)) i += 1;
    else if (!/^[-+]/.test(text)) {
      if (/^\/(dev|proc)\//.test(text)) return { faults: [`It runs what another command says. ${AS_FILE}`] };
      return hasActs(nameOf(text)) ? { runs: [{ words: words.slice(i) }] } : {};
    }
  }
  if (argsOf(run).some((text) => /^(--version|--help)$/.test(text))) return {};
  return typeof stdin === "object" && stdin !== null && "text" in stdin
    ? { scripts: [stdin] }
    : { faults: [`It runs whatever comes in, which can't be known. ${AS_FILE}`] };
}

const NOTHING_MORE: Pick<Inner, "runs" | "faults"> = { runs: [], faults: [] };

/** Words that may be the beginning of a command. */
function commandsAmong(
  words: readonly Word[],
  from: number,
  tells = (name: string) => TELLING.has(name),
): Pick<Inner, "runs" | "faults"> {
  const starts = words.flatMap(({ text }, i) => (i >= from && tells(nameOf(text)) ? [i] : []));
  if (starts.length > SUSPECTS_MAX) return { runs: [], faults: [UNNAMED] };
  return {
    runs: starts.map((start) => ({ words: words.slice(start), isGuess: true })),
    faults: [],
  };
}

/** An unknown program may run what it is given; one with acts, only texts and the room's own command. */
function suspected(run: Run, hasActs: boolean): Partial<Inner> {
  const end = hasActs ? run.words.findIndex(({ text }) => text === "--") : -1;
  const own = run.words.slice(1, end < 0 ? undefined : end).filter(({ isKnown }) => isKnown);
  const given = valuesOf(run.words, "-c -x -e --command --exec --cmd --onSuccess");
  const guesses = given.filter(({ value }) => !hasActs && value.isKnown);
  const texts = own.filter(({ text }) => /\s/.test(text));
  return {
    ...commandsAmong(run.words, 1, (name) => (hasActs ? name === "squadroom" : TELLING.has(name))),
    guesses: guesses.map(({ value }) => value.text).slice(0, SUSPECTS_MAX),
    texts: texts.map(({ text }) => text).slice(0, SUSPECTS_MAX),
  };
}

/** What follows one of these words up to `;` or `+`, with what was found in place of `{}`. */
function executed({ words }: Run, options: readonly string[], found: readonly Word[]): Pick<Inner, "runs" | "faults"> {
  const places = words.flatMap(({ text }, i) => (options.includes(text) ? [i + 1] : []));
  if (places.length * found.length > SUSPECTS_MAX) return { runs: [], faults: [UNNAMED] };
  const runs = places.flatMap((place) => {
    const rest = words.slice(place);
    const end = rest.findIndex((word) => word.text === ";" || word.text === "+");
    const own = end < 0 ? rest : rest.slice(0, end);
    return found.map((one) => ({
      words: own.map((word) => (word.text === "{}" ? one : { ...word, text: word.text.replaceAll("{}", one.text) })),
    }));
  });
  return { runs, faults: [] };
}

const SPECIAL: Record<string, Unwrap> = {
  eval: (run) =>
    run.words.slice(1).every(({ isKnown }) => isKnown)
      ? { scripts: [{ text: argsOf(run).join(" ") }] }
      : { faults: [UNNAMED] },
  command: (run) => (/^-[vV]/.test(argsOf(run)[0] ?? "") ? {} : wrapped(run, {})),
  source: ofSource,
  ".": ofSource,
  trap: (run) => {
    const [handler] = run.words.slice(1).filter(({ text }) => text !== "--");
    if (!handler || /^-/.test(handler.text)) return {};
    return handler.isKnown ? { scripts: [{ text: handler.text }] } : { faults: [UNNAMED] };
  },
  alias: (run) => ({
    scripts: run.words.slice(1).flatMap(({ text }) => {
      const [, body] = text.split(/=(.*)/s);
      return body === undefined ? [] : [{ text: body }];
    }),
  }),
  find: (run) => executed(run, ["-exec", "-execdir", "-ok", "-okdir"], foundBy(run)),
  fd: (run) => {
    const found = foundByFd(run.words);
    const { runs, faults } = executed(run, ["-x", "-X", "--exec", "--exec-batch"], found);
    return { runs: runs.map(({ words = [] }) => ({ words: [...words, ...found] })), faults };
  },
  xargs: (run) => {
    const inner = wrapped(run, WRAPPERS.xargs ?? {});
    const { stdin } = run;
    const own = run.words.slice(0, run.words.length - (inner.runs?.[0]?.words?.length ?? 0));
    const isReplaced = own.some(({ text }) => /^-(?:I|i|-replace)/.test(text));
    const isWhole = isReplaced || own.some(({ text }) => /^-(?:0|d|L|-null|-delim)/.test(text));
    const from =
      stdin === null || typeof stdin === "string"
        ? [UNKNOWN]
        : "names" in stdin
          ? stdin.names
          : stdin.text
              .split(isWhole ? /[\n\0]+/ : /[\s\0]+/)
              .filter((text) => text !== "")
              .map(known);
    const mark = valuesOf(own, "-I").at(-1)?.value.text || "{}";
    const runs = (inner.runs ?? []).flatMap(({ words = [] }) => {
      const place = isReplaced && words.some(({ text }) => text.includes(mark));
      const filled = (one: Word) =>
        words.map((word) => (word.text.includes(mark) ? { ...one, text: word.text.replaceAll(mark, one.text) } : word));
      return place ? from.slice(0, SUSPECTS_MAX).map(filled) : [[...words, ...from]];
    });
    return { ...inner, runs: runs.map((words) => ({ words, stdin: "unknown" as const })) };
  },
  parallel: (run) => {
    const words = wrapped(run, WRAPPERS.parallel ?? {}).runs?.[0]?.words ?? [];
    const texts = words.map(({ text }) => text).filter((text) => text !== ":::");
    return texts.length > 0
      ? { scripts: [{ text: texts.join(" ") }] }
      : { faults: [`It runs whatever comes in, which can't be known. ${AS_FILE}`] };
  },
  env: (run) => {
    const inner = wrapped(run, WRAPPERS.env ?? {});
    const sets = run.words.slice(1).flatMap((word) => {
      const set = /^(\w+)=(.*)$/s.exec(word.text);
      return set ? [{ name: set[1] as string, value: { ...word, text: set[2] as string } }] : [];
    });
    const moved = run.words.findIndex(({ text }) => text === "-C" || text === "--chdir");
    const cwd = moved < 0 ? run.cwd : null;
    return {
      ...inner,
      runs: (inner.runs ?? []).map((one) => ({ ...one, sets: [...run.sets, ...sets], cwd })),
    };
  },
  watch: (run) => {
    const inner = wrapped(run, WRAPPERS.watch ?? {});
    const texts = (inner.runs ?? []).map(({ words = [] }) => words.map(({ text }) => text).join(" "));
    return { ...inner, scripts: texts.map((text) => ({ text })) };
  },
  su: ({ words }) => scriptsOf(words, "-c --command", "sgG"),
  ssh: (run) => {
    const rest = run.words.slice(1);
    const host = rest.findIndex(({ text }, i) => !/^-/.test(text) && !/^-[a-zA-Z]$/.test(rest[i - 1]?.text ?? ""));
    const words = host < 0 ? [] : rest.slice(host + 1);
    // It runs on another machine, where paths mean other files.
    return words.length === 0 ? {} : { scripts: [{ text: words.map(({ text }) => text).join(" ") }] };
  },
  git: ofGit,
  cmake: ({ words }) => {
    const at = words.findIndex(({ text }) => text === "-E");
    const act = at < 0 ? "" : (words[at + 1]?.text ?? "");
    const rest = words.slice(at + (act === "chdir" ? 3 : 2));
    return /^(env|time|chdir)$/.test(act) ? { runs: [{ words: [known("env"), ...rest] }] } : {};
  },
  coverage: ({ words }) =>
    words[1]?.text === "run" ? { runs: [{ words: [known("python"), ...words.slice(2)] }] } : {},
  make: (run) => ({ faults: argsOf(run).some((text) => /^--eval/.test(text)) ? [AS_FILE] : [] }),
};

function ofSource(run: Run): Partial<Inner> {
  const [file] = run.words.slice(1);
  if (file && (!file.isKnown || /^\/(dev|proc)\//.test(file.text)))
    return { faults: [`It runs what another command says. ${AS_FILE}`] };
  return {};
}

/** Some git acts run a command of the caller's. */
function ofGit(run: Run): Partial<Inner> {
  const args = argsOf(run);
  const words = run.words.slice(1);
  if (args.includes("bisect") && args.includes("run"))
    return { runs: [{ words: words.slice(args.indexOf("run") + 1) }] };
  if (args.includes("submodule") && args.includes("foreach")) {
    const rest = words.slice(args.indexOf("foreach") + 1).filter(({ text }) => !/^--/.test(text));
    return { scripts: [{ text: rest.map(({ text }) => text).join(" ") }] };
  }
  return {};
}
