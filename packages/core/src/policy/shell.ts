import {
  type AndOr,
  type Command,
  forEachChild,
  type ParsedScript,
  parse,
  type Statement,
  type SyntaxNode,
} from "unbash";
import { below, known, programOf, type Run, type Shell, UNKNOWN, type Word } from "./run.ts";
import { joined, type Touch } from "./touch.ts";
import { wordsOf } from "./word.ts";
import { foundBy, unwrapped } from "./wrappers.ts";

/** Commands inside of commands, and commands at all, that are read. */
const DEPTH_MAX = 8;
const RUNS_MAX = 200;
/** Brackets inside of brackets. */
const NESTED_MAX = 60;
const TOO_DEEP = "It has commands inside of commands, too many to read.";
/** Wrappers around one command. */
const WRAPPED_MAX = 16;
/** Words of a loop for which its body is read. */
const LOOP_MAX = 20;
/** Folders that a command may run in, where that is not sure. */
const CWDS_MAX = 6;
/** With these, a variable may be something else than what was assigned. */
const OTHER_ASSIGNMENTS =
  /\b(eval|source|read|mapfile|readarray|getopts|unset|let|declare|typeset|local|export|readonly|printf\s+-v)\b|(^|[;&|({\s])\.\s/;
const PLAIN_VALUE = /^[\w@%+=:,./~-]+$/;

interface Reading {
  shell: Shell;
  depth: number;
}
type Stdin = Run["stdin"];

/** What a command would run, through everything that is wrapped around it. Total. */
export function readShell(command: string, cwd: string | null): Shell {
  const shell: Shell = { runs: [], redirected: [], faults: [] };
  try {
    readSource(command, cwd, null, { shell, depth: 0 });
  } catch (error) {
    // Deeper than the stack: whatever was read by then is not the whole.
    if (!(error instanceof RangeError)) throw error;
    fault({ shell, depth: 0 }, TOO_DEEP);
  }
  return shell;
}

/** Brackets inside of brackets, as far as can be seen without reading: it costs nothing. */
function isTooDeep(source: string): boolean {
  let depth = 0;
  for (const [sign] of source.matchAll(/[(){}]/g)) {
    depth = sign === "(" || sign === "{" ? depth + 1 : Math.max(0, depth - 1);
    if (depth > NESTED_MAX) return true;
  }
  return source.split("`").length > 10 * NESTED_MAX;
}

function readSource(source: string, cwd: string | null, stdin: Stdin, reading: Reading): void {
  if (reading.depth > DEPTH_MAX || isTooDeep(source)) {
    fault(reading, TOO_DEEP);
    return;
  }
  let script: ParsedScript;
  try {
    script = parse(source);
  } catch {
    fault(reading, "It is no command that bash could read.");
    return;
  }
  new Walk(reading, assignedOnce(script, source), cwd, stdin).script(script);
}

function fault({ shell }: Reading, why: string): void {
  if (!shell.faults.includes(why)) shell.faults.push(why);
}

/** Variables that are assigned in one place: only those can be known. */
function assignedOnce(script: ParsedScript, source: string): ReadonlySet<string> {
  const times = new Map<string, number>();
  if (OTHER_ASSIGNMENTS.test(source)) return new Set();
  const count = (name: string) => times.set(name, (times.get(name) ?? 0) + 1);
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Assignment") count(node.append || node.index ? "" : node.name);
    if (node.type === "For" || node.type === "Select") count(node.name.value);
    if (
      node.type === "ParameterExpansion" &&
      /=/.test(node.operation?.type === "Default" ? node.operation.operator : "")
    )
      count(node.parameter);
    if (node.type.startsWith("Arithmetic")) count("");
    forEachChild(node, visit);
  };
  visit(script);
  // Arithmetic assigns too, to names that would have to be found in it.
  if (times.has("")) return new Set();
  return new Set([...times].flatMap(([name, n]) => (n === 1 ? [name] : [])));
}

/** Reads one source in the order in which it runs. */
class Walk {
  private readonly values = new Map<string, Word>();

  /** Where it may be by now: a `cd` that fails leaves it where it was. */
  private cwds: (string | null)[];

  constructor(
    private readonly reading: Reading,
    private readonly once: ReadonlySet<string>,
    cwd: string | null,
    /** What a command reads that is told nothing else. */
    private stdin: Stdin,
  ) {
    this.cwds = [cwd];
  }

  script(script: ParsedScript): void {
    if (script.errors && script.errors.length > 0)
      fault(this.reading, "It is no command that bash could read.");
    for (const statement of script.commands) this.statement(statement, true);
  }

  private statement({ command }: Statement, isSure = false): void {
    const before = this.cwds;
    this.node(command, isSure);
    this.cwds = either(before, this.cwds);
  }

  /** @param isSure it runs whatever happens before: what it assigns is known from then on */
  private node(node: SyntaxNode, isSure = false): void {
    switch (node.type) {
      case "AndOr":
        this.chain(node, isSure);
        return;
      case "Statement":
        this.statement(node);
        return;
      case "Pipeline": {
        const names = namesFiles(node.commands);
        node.commands.forEach((one, i) => {
          const first = i === 1 ? this.printed(node.commands[0]) : null;
          this.apart(() =>
            this.piped(
              one,
              i === 0
                ? null
                : (first ?? (names ? { names: this.namedBy(node.commands[0]) } : "unknown")),
            ),
          );
        });
        return;
      }
      case "Subshell":
        this.apart(() => this.node(node.body));
        return;
      case "Command":
        this.command(node, null, isSure);
        return;
      case "For":
        this.loop(node);
        return;
      case "Redirected": {
        const stdin = this.redirected(node.redirects);
        for (const redirect of node.redirects) this.expansions(redirect);
        this.fed(stdin, () => this.node(node.command));
        return;
      }
      case "Function":
        if (multiplies(node)) fault(this.reading, "It starts itself again and again.");
        // Whoever calls it says what it reads.
        this.fed("unknown", () => this.apart(() => this.node(node.body)));
        return;
      case "Coproc":
        this.fed("unknown", () => forEachChild(node, (child) => this.node(child)));
        return;
      case "Word":
      case "Assignment":
        this.expansions(node);
        return;
      case "Redirect":
      case "HereString":
      case "HereDoc":
        this.redirected([node]);
        this.expansions(node);
        return;
      case "Script":
        this.apart(() => this.script(node));
        return;
      default:
        forEachChild(node, (child) => this.node(child));
    }
  }

  private chain({ commands, operators }: AndOr, isSure: boolean): void {
    const before = this.cwds;
    commands.forEach((one, i) => {
      if (operators[i - 1] === "||") this.cwds = either(before, this.cwds);
      this.node(one, isSure && i === 0);
    });
  }

  /** What `echo` and `printf` print, where it stands in the call. */
  private printed(node: SyntaxNode | undefined): Stdin {
    if (node?.type !== "Command" || !/^(echo|printf)$/.test(node.name?.value ?? "")) return null;
    if (node.redirects.length > 0) return null;
    const words = this.wordsIn(node)
      .slice(1)
      .filter(({ text }) => !/^-[neE]+$/.test(text));
    const text = words
      .map((word) => word.text)
      .join(" ")
      .replace(/\\[nt0]|%[sb]/g, "\n");
    return words.every(({ isKnown, isGlob }) => isKnown && !isGlob) && !/[\\%]/.test(text)
      ? { text }
      : null;
  }

  /** The files that a pipe begins with. */
  private namedBy(node: SyntaxNode | undefined): Word[] {
    const words = node?.type === "Command" ? this.wordsIn(node) : [];
    const run: Run = { words, sets: [], cwd: null, stdin: null, ends: null };
    if (programOf(run) === "find") return foundBy(run);
    // These leave hidden files out.
    return [below(".")];
  }

  private wordsIn({ name, args }: Command): Word[] {
    return [...(name ? [name] : []), ...args].flatMap((one) =>
      one.type === "Assignment" ? [joinedSet(this.assigned(one))] : wordsOf(one, this.values),
    );
  }

  private piped(node: SyntaxNode, stdin: Stdin): void {
    if (node.type === "Command") return this.command(node, stdin, false);
    // Of several commands, nobody knows which reads how much of it.
    this.fed(stdin === null ? null : "unknown", () => this.node(node));
  }

  /** All that is in there reads this, where it is told nothing else. */
  private fed(stdin: Stdin, read: () => void): void {
    const before = this.stdin;
    this.stdin = stdin ?? before;
    read();
    this.stdin = before;
  }

  /** What happens to the folder in there stays in there. */
  private apart(read: () => void): void {
    const { cwds } = this;
    read();
    this.cwds = cwds;
  }

  private loop(node: Extract<SyntaxNode, { type: "For" }>): void {
    for (const word of node.wordlist ?? []) this.expansions(word);
    const items = (node.wordlist ?? []).flatMap((word) => wordsOf(word, this.values));
    const name = node.name.value;
    const isKnown =
      node.wordlist !== undefined &&
      this.once.has(name) &&
      items.length <= LOOP_MAX &&
      items.every(isPlain);
    if (!isKnown || items.length === 0) return this.node(node.body);
    for (const item of items) {
      this.values.set(name, item);
      this.node(node.body);
    }
    this.values.delete(name);
  }

  /** Commands inside of words. */
  private expansions(node: SyntaxNode): void {
    forEachChild(node, (child) => {
      if (child.type === "Script") this.node(child);
      else if (child.type === "ProcessSubstitution" && child.operator === ">")
        this.fed("unknown", () => this.expansions(child));
      else this.expansions(child);
    });
  }

  private command(node: Command, piped: Stdin, isSure: boolean): void {
    const written = [...(node.name ? [node.name] : []), ...node.args];
    for (const part of [...node.prefix, ...node.suffix, ...(node.name ? [node.name] : [])])
      this.expansions(part);
    const own = this.redirected(node.redirects);
    const stdin = own ?? piped ?? this.stdin;
    // `exec <file`: all that follows reads it.
    if (node.name?.value === "exec" && node.args.length === 0) this.stdin = stdin;
    const sets = node.prefix.flatMap((one) =>
      one.type === "Assignment" ? [this.assigned(one)] : [],
    );
    if (!node.name) {
      for (const { name, value } of sets)
        if (isSure && this.once.has(name) && isPlain(value)) this.values.set(name, value);
      return;
    }
    const words: Word[] = [];
    const ends: number[] = [];
    for (const one of written) {
      const made =
        one.type === "Assignment" ? [joinedSet(this.assigned(one))] : wordsOf(one, this.values);
      words.push(...made);
      ends.push(...made.map(() => one.end));
    }
    const isWritten = this.reading.depth === 0;
    const after = this.cwds.map((cwd) =>
      this.run({ words, sets, cwd, stdin, ends: isWritten ? ends : null }),
    );
    this.cwds = either(after, []);
  }

  private assigned(node: Extract<SyntaxNode, { type: "Assignment" }>): {
    name: string;
    value: Word;
  } {
    const { name, value } = node;
    const made = value.type === "Word" ? wordsOf(value, this.values) : [];
    const [only] = made;
    return { name, value: only && made.length === 1 ? only : UNKNOWN };
  }

  /** A command, and what it runs in its turn. Answers where the shell is after it. */
  private run(run: Run, depth = 0): string | null {
    const { shell } = this.reading;
    if (shell.runs.length >= RUNS_MAX || depth > WRAPPED_MAX) {
      fault(this.reading, "It runs too many commands at once to read.");
      return null;
    }
    shell.runs.push(run);
    let cwd = movedTo(run);
    const inner = unwrapped(run);
    for (const why of inner.faults) fault(this.reading, why);
    for (const one of inner.runs) {
      const after = this.run({ ...run, ends: null, ...one }, depth + 1);
      if (/^(command|builtin|exec)$/.test(programOf(run))) cwd = after;
    }
    for (const { text, cwd: at = run.cwd } of inner.scripts) {
      readSource(text, at, run.stdin === null ? null : "unknown", {
        shell,
        depth: this.reading.depth + 1,
      });
      if (programOf(run) === "eval" && /\b(cd|pushd|popd)\b/.test(text)) cwd = null;
    }
    for (const text of inner.guesses) {
      const guess = readShell(text, run.cwd);
      if (guess.faults.length > 0) continue;
      shell.runs.push(...guess.runs);
      shell.redirected.push(...guess.redirected);
    }
    return cwd;
  }

  /** Remembers the files of redirections, and says what the command reads from. */
  private redirected(nodes: readonly SyntaxNode[]): Stdin {
    let stdin: Stdin = null;
    for (const node of nodes) {
      if (node.type === "HereDoc") {
        const isPlainText =
          node.body.parts === undefined || node.body.parts.every(({ type }) => type === "Literal");
        stdin = isPlainText ? { text: node.body.text } : "unknown";
        if (node.closing === undefined) fault(this.reading, "A here-document has no end.");
      } else if (node.type === "HereString") {
        const [word] = node.target ? wordsOf(node.target, this.values) : [];
        stdin = word?.isKnown ? { text: word.text } : "unknown";
      } else if (node.type === "Redirect") {
        const { operator, target } = node;
        if (!target) continue;
        for (const word of wordsOf(target, this.values)) {
          if (/&/.test(operator) && !operator.startsWith("&") && /^(\d+-?|-)$/.test(word.text))
            continue;
          const access = operator === "<" ? "read" : "write";
          if (access === "read") stdin = "unknown";
          for (const cwd of this.cwds)
            this.reading.shell.redirected.push(touchOf(word, cwd, access));
        }
      }
    }
    return stdin;
  }
}

/** A function that calls itself beside itself fills the machine. */
function multiplies({ name, body }: Extract<SyntaxNode, { type: "Function" }>): boolean {
  let isBeside = false;
  let isCalled = false;
  const visit = (node: SyntaxNode): void => {
    if (node.type === "Pipeline" || (node.type === "Statement" && node.background)) isBeside = true;
    if (node.type === "Command" && node.name?.value === name.value) isCalled = true;
    forEachChild(node, visit);
  };
  visit(body);
  return isBeside && isCalled;
}

/** `cd` changes where everything after it runs. */
function movedTo(run: Run): string | null {
  const { cwd } = run;
  const program = programOf(run);
  if (program === "popd") return null;
  if (program !== "cd" && program !== "pushd") return cwd;
  const [to] = run.words
    .slice(1)
    .filter(({ text }) => !/^-[A-Za-z@]+$/.test(text) && text !== "--");
  if (!to) return "~";
  if (!to.isKnown || to.isGlob || to.text === "-" || cwd === null) return null;
  return joined(cwd, to.text);
}

/** A pipe that begins with a list of files of this folder, and only sorts and filters them. */
function namesFiles(commands: readonly SyntaxNode[]): boolean {
  return commands.every((node, i) => {
    const name = node.type === "Command" ? node.name?.value : undefined;
    if (name === undefined) return false;
    if (i === 0)
      return (
        /^(find|fd|rg|ls)$/.test(name) ||
        (name === "git" && /\bls-files\b|\bdiff\b.*--name-only/.test(textOf(node)))
      );
    return i === commands.length - 1 || /^(grep|egrep|sort|uniq|head|tail)$/.test(name);
  });
}

function textOf(node: SyntaxNode): string {
  return node.type === "Command" ? node.args.map(({ text }) => text).join(" ") : "";
}

function either<T>(some: readonly T[], others: readonly T[]): (T | null)[] {
  const all = [...new Set([...some, ...others])];
  return all.length > CWDS_MAX ? [null] : all;
}

function isPlain({ text, isKnown }: Word): boolean {
  return isKnown && PLAIN_VALUE.test(text.replace(/[*?[\]]/g, ""));
}

function joinedSet({ name, value }: { name: string; value: Word }): Word {
  return { ...known(`${name}=${value.text}`), isKnown: value.isKnown, isGlob: value.isGlob };
}

/** A word as a path, seen from where its command runs. */
export function touchOf(word: Word, cwd: string | null, access: Touch["access"]): Touch {
  if (/^file:\/\//i.test(word.text))
    return touchOf({ ...word, text: word.text.replace(/^file:\/\/[^/]*/i, "") }, cwd, access);
  const isAbsolute = /^[/~]/.test(word.text);
  if (!word.isKnown || (cwd === null && !isAbsolute)) return { path: null, access };
  const path = isAbsolute || cwd === null ? word.text : joined(cwd, word.text);
  return word.isGlob ? { path, access, isGlob: true } : { path, access };
}
