import {
  type AndOr,
  type Command,
  forEachChild,
  type ParsedScript,
  parse,
  type Statement,
  type SyntaxNode,
} from "unbash";
import { listedByPipe, listedIn } from "./listing.ts";
import { programOf, type Run, type Shell, touchOf, UNKNOWN, type Word } from "./run.ts";
import {
  assignedOnce,
  calledByName,
  either,
  isCommandText,
  isEvaluated,
  isPlain,
  isTooDeep,
  joinedSet,
  movedTo,
  multiplies,
  printedBy,
} from "./shell-shape.ts";
import { fromRoot } from "./touch.ts";
import { wordsOf } from "./word.ts";
import { unwrapped } from "./wrappers.ts";

/** Deepest nesting of commands, and most commands, that are read. */
const DEPTH_MAX = 8;
const RUNS_MAX = 200;
const TOO_DEEP = "It has commands inside of commands, too many to read.";
/** What can't be a text for a shell. */
const BAD = ["It is no command that bash could read.", "A here-document has no end."] as const;
/** Most wrappers around one command. */
const WRAPPED_MAX = 16;
/** Most words of a loop for which its body is read. */
const LOOP_MAX = 20;

interface Reading {
  shell: Shell;
  depth: number;
  /** The project's folder as an absolute path, by each of its names. */
  roots: readonly string[];
}
type Stdin = Run["stdin"];

/** What a command would run, through everything that is wrapped around it. Total. */
export function readShell(command: string, cwd: string | null, roots: readonly string[] = []): Shell {
  const shell: Shell = { runs: [], redirected: [], faults: command.includes("\0") ? [BAD[0]] : [] };
  const reading = { shell, depth: 0, roots };
  try {
    readSource(command, cwd, null, reading);
  } catch (error) {
    // Deeper than the stack: what was read so far is not everything.
    if (!(error instanceof RangeError)) throw error;
    if (shell.faults.length === 0) fault(reading, TOO_DEEP);
  }
  return shell;
}

function readSource(source: string, cwd: string | null, stdin: Stdin, reading: Reading): void {
  if (reading.depth > DEPTH_MAX || isTooDeep(source)) return fault(reading, TOO_DEEP);
  let script: ParsedScript;
  try {
    script = parse(source);
  } catch {
    return fault(reading, BAD[0]);
  }
  if (isEvaluated(source)) fault(reading, "It assigns a text whose commands run later.");
  const [once, byName] = [assignedOnce(script, source), calledByName(script, source)];
  new Walk(reading, source, once, byName, cwd, stdin).script(script);
}

function fault({ shell }: Reading, why: string): void {
  if (!shell.faults.includes(why)) shell.faults.push(why);
}

/** Reads one source in the order in which it runs. */
class Walk {
  private values = new Map<string, Word>();
  private readonly functions = new Map<string, { node: SyntaxNode; text: string }>();
  private readonly calling = new Set<string>();
  private readonly aliases = new Map<string, string>();
  /** The arguments of the function that runs; `null`: nobody knows. */
  private given: Word[] | null = null;

  /** Where it may be by now: a `cd` that fails leaves it where it was. */
  private cwds: (string | null)[];

  constructor(
    private readonly reading: Reading,
    private readonly source: string,
    private readonly once: ReadonlySet<string>,
    private readonly byName: ReadonlySet<string>,
    cwd: string | null,
    /** What a command reads that has no input of its own. */
    private stdin: Stdin,
  ) {
    this.cwds = [cwd];
  }

  script(script: ParsedScript): void {
    if (script.errors && script.errors.length > 0) fault(this.reading, BAD[0]);
    for (const statement of script.commands) this.statement(statement, true);
  }

  private statement({ command, background }: Statement, isSure = false): void {
    const before = this.cwds;
    this.node(command, isSure && !background);
    this.cwds = either(before, this.cwds);
  }

  /** @param isSure it runs whatever happens before: what it assigns is known from then on */
  private node(node: SyntaxNode, isSure = false): void {
    switch (node.type) {
      case "AndOr":
        return this.chain(node, isSure);
      case "Statement":
        return this.statement(node);
      case "Pipeline": {
        const [begin] = node.commands;
        const names = listedByPipe(node.commands.slice(0, -1), (one) => this.wordsIn(one));
        node.commands.forEach((one, i) => {
          const printed = i === 1 ? printedBy(this.wordsIn(begin)) : null;
          this.apart(() => this.piped(one, i === 0 ? null : (printed ?? (names ? { names } : "unknown"))));
        });
        return;
      }
      case "Subshell":
        this.apart(() => this.node(node.body));
        return;
      case "Command":
        return this.command(node, null, isSure);
      case "For":
        return this.loop(node);
      case "Redirected": {
        const stdin = this.redirected(node.redirects);
        for (const redirect of node.redirects) this.expansions(redirect);
        this.fed(stdin, () => this.node(node.command));
        return;
      }
      case "Function":
        if (multiplies(node)) fault(this.reading, "It starts itself again and again.");
        this.functions.set(node.name.value, {
          node: node.body,
          text: this.source.slice(node.body.pos, node.body.end),
        });
        if (this.byName.has(node.name.value)) return;
        // Its caller says what it reads.
        this.fed("unknown", () => this.apart(() => this.node(node.body)));
        return;
      case "CompoundList": {
        // What is assigned inside is known inside.
        const before = this.values;
        this.values = new Map(before);
        for (const one of node.commands) this.statement(one, true);
        this.values = before;
        return;
      }
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

  /** The words of a plain command without redirections; empty: it isn't one. */
  private wordsIn(node: SyntaxNode | undefined): Word[] {
    if (node?.type !== "Command" || node.redirects.length > 0) return [];
    return [...(node.name ? [node.name] : []), ...node.args].flatMap((one) =>
      one.type === "Assignment" ? [joinedSet(this.assigned(one))] : wordsOf(one, this.values),
    );
  }

  private piped(node: SyntaxNode, stdin: Stdin): void {
    if (node.type === "Command") return this.command(node, stdin, false);
    // Of several commands, nobody knows which reads how much of it.
    this.fed(stdin === null ? null : "unknown", () => this.node(node));
  }

  /** Everything inside reads this, unless it has an input of its own. */
  private fed(stdin: Stdin, read: () => void): void {
    const before = this.stdin;
    this.stdin = stdin ?? before;
    read();
    this.stdin = before;
  }

  /** A change of folder inside stays inside. */
  private apart(read: () => void): void {
    const { cwds } = this;
    read();
    this.cwds = cwds;
  }

  private loop(node: Extract<SyntaxNode, { type: "For" }>): void {
    for (const word of node.wordlist ?? []) this.expansions(word);
    const items = (node.wordlist ?? []).flatMap((word) => this.made(word));
    const name = node.name.value;
    const isKnown =
      node.wordlist !== undefined && this.once.has(name) && items.length <= LOOP_MAX && items.every(isPlain);
    if (!isKnown || items.length === 0) return this.node(node.body);
    for (const item of items) {
      this.values.set(name, item);
      this.node(node.body);
    }
    this.values.delete(name);
  }

  /** Commands inside words. */
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
    for (const part of [...node.prefix, ...node.suffix, ...(node.name ? [node.name] : [])]) this.expansions(part);
    const own = this.redirected(node.redirects);
    const stdin = own ?? piped ?? this.stdin;
    // `exec <file`: everything that follows reads it.
    if (node.name?.value === "exec" && node.args.length === 0) this.stdin = stdin;
    const sets = node.prefix.flatMap((one) => (one.type === "Assignment" ? [this.assigned(one)] : []));
    if (!node.name) {
      for (const { name, value } of sets)
        if (isSure && this.once.has(name) && isPlain(value)) this.values.set(name, value);
      return;
    }
    const words: Word[] = [];
    const ends: number[] = [];
    for (const one of written) {
      const made = one.type === "Assignment" ? [joinedSet(this.assigned(one))] : this.made(one);
      words.push(...made);
      ends.push(...made.map(() => one.end));
    }
    if (this.called(words, stdin) || this.aliased(node, words, stdin)) return;
    const run = { words, sets, stdin, ends: this.reading.depth === 0 ? ends : null };
    const after = this.cwds.map((cwd) => this.run({ ...run, cwd }));
    this.cwds = either(after, []);
  }

  /** What a word expands to; a function's arguments may be many, and so may a list that a command prints. */
  private made(node: Parameters<typeof wordsOf>[0]): Word[] {
    const listed = listedIn(node, (one) => this.wordsIn(one));
    if (listed) return listed;
    return this.given && /^"?\$(@|\*|\{[@*]\})"?$/.test(node.text) ? this.given : wordsOf(node, this.values);
  }

  /** A function of this call runs with its arguments. */
  private called([name, ...given]: Word[], stdin: Stdin): boolean {
    const body = name?.isKnown ? this.functions.get(name.text) : undefined;
    if (!name || !body) return false;
    if (this.calling.has(name.text)) {
      fault(this.reading, "It starts itself again and again.");
      return true;
    }
    const { values, given: before } = this;
    this.calling.add(name.text);
    this.values = new Map(values);
    // With these, another word is the first.
    const isSame = !/\b(shift|set|getopts)\b/.test(body.text);
    this.given = isSame ? given : null;
    given.forEach((word, i) => {
      if (isSame && isPlain(word)) this.values.set(String(i + 1), word);
    });
    this.fed(stdin, () => this.node(body.node));
    this.calling.delete(name.text);
    this.values = values;
    this.given = before;
    return true;
  }

  /** An alias replaces the beginning of the line. */
  private aliased(node: Command, [name, ...rest]: Word[], stdin: Stdin): boolean {
    const body = name?.isKnown ? this.aliases.get(name.text) : undefined;
    if (name?.text === "alias")
      for (const { text } of rest) {
        const [other = "", line] = text.split(/=(.*)/s);
        if (line !== undefined) this.aliases.set(other, line);
      }
    if (body === undefined) return false;
    const line = [body, ...node.args.map(({ text }) => text)].join(" ");
    const reading = { ...this.reading, depth: this.reading.depth + 1 };
    for (const cwd of this.cwds) readSource(line, cwd, stdin === null ? null : "unknown", reading);
    return true;
  }

  private assigned(node: Extract<SyntaxNode, { type: "Assignment" }>) {
    const { name, value } = node;
    const made = value.type === "Word" ? wordsOf(value, this.values) : [];
    const [only] = made;
    return { name, value: only && made.length === 1 ? only : UNKNOWN };
  }

  /** A command, and what it runs in turn. Returns where the shell is after it. */
  private run(given: Run, depth = 0): string | null {
    const { shell, roots } = this.reading;
    const run = { ...given, words: given.words.map((word) => this.placed(word, given.cwd)) };
    if (shell.runs.length >= RUNS_MAX || depth > WRAPPED_MAX) {
      fault(this.reading, "It runs too many commands at once to read.");
      throw new RangeError("Nothing more is read.");
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
        ...this.reading,
        depth: this.reading.depth + 1,
      });
      if (programOf(run) === "eval" && /\b(cd|pushd|popd)\b/.test(text)) cwd = null;
    }
    for (const text of new Set([...inner.guesses, ...inner.texts])) {
      const guess = readShell(text, run.cwd, roots);
      const isCommand = inner.guesses.includes(text) || isCommandText(guess);
      if (!isCommand || guess.faults.some((why) => BAD.some((bad) => bad === why))) continue;
      shell.runs.push(...guess.runs.map((one) => ({ ...one, ends: null, isGuess: true })));
      shell.redirected.push(...guess.redirected);
    }
    return cwd;
  }

  private placed(word: Word, cwd: string | null): Word {
    return { ...word, text: fromRoot(word.text, cwd, this.reading.roots) };
  }

  /** Remembers the files of redirections, and says what the command reads from. */
  private redirected(nodes: readonly SyntaxNode[]): Stdin {
    let stdin: Stdin = null;
    for (const node of nodes) {
      if (node.type === "HereDoc") {
        const isPlainText = node.body.parts === undefined || node.body.parts.every(({ type }) => type === "Literal");
        stdin = isPlainText ? { text: node.body.text } : "unknown";
        if (node.closing === undefined) fault(this.reading, BAD[1]);
      } else if (node.type === "HereString") {
        const [word] = node.target ? wordsOf(node.target, this.values) : [];
        stdin = word?.isKnown ? { text: word.text } : "unknown";
      } else if (node.type === "Redirect") {
        const { operator, target } = node;
        if (!target) continue;
        for (const word of wordsOf(target, this.values)) {
          if (/&/.test(operator) && !operator.startsWith("&") && /^(\d+-?|-)$/.test(word.text)) continue;
          const access = operator === "<" ? "read" : "write";
          if (access === "read") stdin = "unknown";
          for (const cwd of this.cwds) this.reading.shell.redirected.push(touchOf(this.placed(word, cwd), cwd, access));
        }
      }
    }
    return stdin;
  }
}
