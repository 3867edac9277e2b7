import { createKept, shortened } from "../cut-text.ts";
import type { Exit } from "./child.ts";
import type { HarnessRun, RunEvent, RunSpec, ToolCall, TurnEnd, Verdict } from "./harness.ts";
import { limitIn } from "./limits.ts";
import { after, sleepUnless } from "./patience.ts";

/** What an adapter provides for one conversation; turns, deadlines and ends are the desk's. */
export interface Driver {
  readonly ref: string;
  readonly pid: number | undefined;
  readonly ownModel?: string | undefined;
  /** One at a time. What it throws is the turn's failure. */
  turn(text: string): Promise<TurnEnd>;
  steer?(text: string): Promise<void>;
  /** Between two turns. */
  move?(cwd: string): Promise<void>;
  /** The current turn then ends by itself. */
  interrupt(): Promise<void>;
  close(graceMs: number): Promise<void>;
  exited: Promise<Exit>;
  /** What the process said before it ended. */
  complaint(): string;
}

/** How long an interrupted turn may take to end before its process is ended instead. */
const INTERRUPT_MS = 5_000;
/** How long after its connection a process may end and still be reported as the reason. */
const EXIT_MS = 300;
/** Longest part of one message that is kept, from its beginning and its end. */
const MESSAGE_MAX = 200_000;
/** How often unreadable output is reported. */
const UNREADABLE_TOLD = 3;

/** Between an adapter and whoever runs it: what is said, asked and ended, the same for every harness. */
export class Desk {
  private readonly calls = new Map<string, ToolCall>();
  private readonly denied = new Set<string>();
  private readonly verdicts = new Map<string, Promise<Verdict>>();
  private readonly message = createKept(MESSAGE_MAX);
  private said = "";
  private unreadable = 0;
  private stopping = new AbortController();
  private stop: "aborted" | "deadline" | null = null;
  private underWay: Promise<unknown> | null = null;
  private halt: (why: "aborted" | "deadline") => void = () => {};

  constructor(
    private readonly spec: RunSpec,
    /** Whether the harness lets us change a tool's input. */
    private readonly canChange = false,
  ) {}

  emit(event: RunEvent): void {
    this.spec.on(event);
  }

  /** Takes what a program says: unreadable output is reported, and ends nothing. */
  reading(read: () => void): void {
    try {
      read();
    } catch (error) {
      this.cantRead(wordsOf(error));
    }
  }

  tooLong(bytes: number): void {
    this.cantRead(`a message of ${bytes.toLocaleString("en")} bytes is too long.`);
  }

  private cantRead(why: string): void {
    if (++this.unreadable > UNREADABLE_TOLD) return;
    const text = `It said something that can't be read: ${why}`;
    this.emit({ kind: "notice", text });
  }

  /** A piece of what it says. */
  piece(text: string): void {
    if (text === "") return;
    this.message.add(text);
    this.emit({ kind: "text", text, final: false });
  }

  /** The end of a message, which is made of the pieces unless it is given. */
  whole(given?: string): void {
    const { start, end, leftOut } = this.message.take();
    const text = given ?? start + end;
    if (text === "") return;
    this.said = shortened(text, MESSAGE_MAX, given === undefined ? leftOut : 0);
    this.emit({ kind: "text", text, final: true });
  }

  /** For a known call, the name and the input may come later: the first ones count. */
  start(call: ToolCall): void {
    if (this.calls.has(call.id) || this.denied.has(call.id)) return;
    this.whole();
    this.calls.set(call.id, call);
    this.emit({ kind: "tool", ...call, state: "start" });
  }

  end(id: string, state: "ok" | "failed" | "denied", output?: string): void {
    const call = this.calls.get(id);
    if (!call) return;
    this.calls.delete(id);
    this.emit({ kind: "tool", ...call, state, ...(output === undefined ? {} : { output }) });
  }

  /** Asks about a call, once, and never throws: if nobody can be asked, nothing is allowed. */
  permit(call: ToolCall): Promise<Verdict> {
    const before = this.verdicts.get(call.id);
    if (before) return before;
    const verdict = this.ask(call);
    this.verdicts.set(call.id, verdict);
    return verdict;
  }

  private async ask(call: ToolCall): Promise<Verdict> {
    this.start(call);
    const { signal } = this.stopping;
    const ended = once(signal).then(() => deny("The turn was ended."));
    const asked = async () => (signal.aborted ? ended : this.spec.permit(call, signal));
    const verdict = await Promise.race([ended, asked()]).catch((error: unknown) =>
      deny(`Nobody could be asked: ${wordsOf(error)}`),
    );
    const settled = this.canChange ? verdict : unchanged(verdict);
    if (settled.act === "deny") {
      this.denied.add(call.id);
      this.end(call.id, "denied", settled.reason);
    }
    return settled;
  }

  /** A failed turn: a limit is reported as such. */
  failed(text: string, untilAt?: number): TurnEnd {
    if (this.stop) return { why: "failed", text };
    const limit = untilAt === undefined ? limitIn(text, Date.now()) : { untilAt };
    if (limit) this.emit({ kind: "limited", ...limit, text });
    return { why: "failed", text };
  }

  done(): TurnEnd {
    this.whole();
    return { why: "done", text: this.said };
  }

  /** The conversation as whoever runs it sees it. */
  run(driver: Driver): HarnessRun {
    let code: Exit | undefined;
    let disposed: Promise<void> | undefined;
    let queue: Promise<unknown> = Promise.resolve();
    const exited = driver.exited.then((exitCode) => {
      code = exitCode;
      this.emit({ kind: "exit", code, why: endedWords(code, driver.complaint()) });
    });
    const hasEnded = () => code !== undefined;
    const ended = () => this.failed(endedWords(code, driver.complaint()));
    const send = async (text: string, deadlineMs: number): Promise<TurnEnd> => {
      if (disposed) return { why: "aborted", text: "" };
      if (hasEnded()) return ended();
      this.begin();
      const turn = driver.turn(text).catch(async (error: unknown) => {
        // A connection breaks before the process is seen to end, which says more.
        await sleepUnless(exited, EXIT_MS);
        return hasEnded() ? ended() : this.failed(wordsOf(error));
      });
      return this.turn(driver, Promise.race([turn, exited.then(ended)]), deadlineMs);
    };
    return {
      get ref() {
        return driver.ref;
      },
      get pid() {
        return driver.pid;
      },
      get ownModel() {
        return driver.ownModel;
      },
      send: (text, { deadlineMs }) => {
        const turn = queue.then(() => send(text, deadlineMs));
        queue = turn.catch(() => {});
        return turn;
      },
      ...(driver.steer && { steer: (text: string) => driver.steer?.(text) ?? Promise.resolve() }),
      ...(driver.move && { move: (cwd: string) => driver.move?.(cwd) ?? Promise.resolve() }),
      abort: async () => {
        this.halt("aborted");
        await this.underWay;
      },
      dispose: (graceMs) => {
        disposed ??= (async () => {
          this.halt("aborted");
          await driver.close(graceMs);
          await exited;
        })();
        return disposed;
      },
    };
  }

  private async turn(driver: Driver, turn: Promise<TurnEnd>, deadlineMs: number): Promise<TurnEnd> {
    let free = () => {};
    this.halt = (why) => {
      if (this.stop) return;
      this.stop = why;
      this.stopping.abort();
      // What can't be interrupted is ended: a turn that continued unseen would mix with the next one.
      const close = () => driver.close(0).catch(() => undefined);
      free = after(INTERRUPT_MS, () => void close());
      driver.interrupt().catch(close);
    };
    const late = after(deadlineMs, () => this.halt("deadline"));
    this.underWay = turn;
    const end = await turn;
    late();
    free();
    this.underWay = null;
    this.halt = () => {};
    this.whole();
    for (const id of Array.from(this.calls.keys())) this.end(id, "failed");
    this.stopping.abort();
    return this.stop ? { why: this.stop, text: this.said } : end;
  }

  private begin(): void {
    this.stopping = new AbortController();
    this.stop = null;
    this.said = "";
    this.message.take();
    this.denied.clear();
    this.verdicts.clear();
  }
}

function once(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

function deny(reason: string): Verdict {
  return { act: "deny", reason };
}

/** Nothing runs with an input that nobody allowed: the agent is told which one is allowed. */
export function unchanged(verdict: Verdict): Verdict {
  if (verdict.act === "deny" || verdict.input === undefined) return verdict;
  return deny(`Allowed with another input only. Call it with: ${JSON.stringify(verdict.input)}`);
}

/** Why a model that nobody named isn't used. */
export function ownWords(harness: string, model: string): string {
  return `Nobody named a model, and ${harness} is set to ${model} here: that counts.`;
}

export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** How a process ended, and the last that it said about it. */
export function endedWords(code: Exit | undefined, complaint: string): string {
  const how =
    code === null || code === undefined ? "by a signal" : typeof code === "string" ? `by ${code}` : `with code ${code}`;
  return `The process ended ${how}.${complaint === "" ? "" : ` It said: ${complaint}`}`;
}
