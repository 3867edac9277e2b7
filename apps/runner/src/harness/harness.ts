import type { Exit } from "./child.ts";

/** What any harness says while it works. */
export type RunEvent =
  | { kind: "text"; text: string; final: boolean }
  | {
      kind: "tool";
      id: string;
      name: string;
      input: unknown;
      state: "start" | "ok" | "failed" | "denied";
      /** The tool's output, as text, once it has ended. */
      output?: string;
    }
  | {
      kind: "usage";
      model: string | null;
      /** Tokens that were not read from a cache. */
      input: number;
      output: number;
      cacheRead: number;
      cacheWrite: number;
      /** Those of them that are kept for an hour; left out: unknown, so they count as five minutes'. */
      cacheWrite1h?: number;
      /** `null`: unknown. */
      costUsd: number | null;
      basis: "billed" | "estimated" | "unknown";
    }
  /** How full the model's window is, tokens. */
  | { kind: "context"; used: number; size: number }
  /** The conversation was summarised to make room. */
  | { kind: "compaction" }
  /** The provider accepts nothing before this time, epoch ms. */
  | { kind: "limited"; untilAt: number | null; text: string }
  | { kind: "notice"; text: string }
  /** The process ended, asked or not; `why` says how, with its last words about it. */
  | { kind: "exit"; code: Exit; why: string };

export interface ToolCall {
  id: string;
  name: string;
  input: unknown;
}

export type Verdict = { act: "allow"; input?: unknown } | { act: "deny"; reason: string };

export interface TurnEnd {
  why: "done" | "aborted" | "deadline" | "refused" | "failed";
  /** What it said last, or why it failed. */
  text: string;
  /** It fails again, however often it is tried. */
  isFinal?: boolean;
}

export interface RunSpec {
  /** The folder to work in. */
  cwd: string;
  /** The whole environment of the process, not an addition to ours. */
  env: Record<string, string>;
  model?: string;
  /** Nobody named it: the user's own settings of the harness take precedence. */
  isImplied?: boolean;
  /** Goes before the harness's own instructions, or after them. */
  system?: string;
  /** The room's tools. */
  mcp?: { url: string; headers: Record<string, string> };
  /** Asked before a tool runs. */
  permit(call: ToolCall, signal: AbortSignal): Promise<Verdict>;
  on(event: RunEvent): void;
}

/** One conversation of one process. Turns follow one another: a second `send` waits for the first. */
export interface HarnessRun {
  /** The harness's own name for the conversation, for `resume`. */
  readonly ref: string;
  /** Of the process group, if there is one. */
  readonly pid: number | undefined;
  /** Why its model can't be chosen here, so that its own settings count; left out: it has its spec's. */
  readonly ownModel?: string | undefined;
  send(text: string, options: { deadlineMs: number }): Promise<TurnEnd>;
  /** A line into the current turn; left out: the harness can't. */
  steer?(text: string): Promise<void>;
  /** Ends the turn; the conversation stays. */
  abort(): Promise<void>;
  /** Begins another conversation in another folder, in the same process; left out: the harness can't. */
  move?(cwd: string): Promise<void>;
  /** Ends the process, and its group after the grace period. Idempotent. */
  dispose(graceMs: number): Promise<void>;
}

export type Probe =
  | { version: string; isSignedIn: boolean | null; path: string }
  | {
      /** Why it is missing, in one sentence. */
      missing: string;
      /** The line that installs it. */
      install: string;
    };

/** One kind of agent program that the runner can drive. */
export interface Harness {
  readonly name: string;
  probe(): Promise<Probe>;
  start(spec: RunSpec): Promise<HarnessRun>;
  resume?(ref: string, spec: RunSpec): Promise<HarnessRun>;
}
