import type { Exit } from "./child.ts";

/** What a harness says while it works, whichever it is. */
export type RunEvent =
  | { kind: "text"; text: string; final: boolean }
  | {
      kind: "tool";
      id: string;
      name: string;
      input: unknown;
      state: "start" | "ok" | "failed" | "denied";
      /** What the tool gave back, as text, once it ended. */
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
      /** Those of them that are kept for an hour; left out: nobody says, so they are of five minutes. */
      cacheWrite1h?: number;
      /** `null`: unknown. */
      costUsd: number | null;
      basis: "billed" | "estimated" | "unknown";
    }
  /** How full the model's window is, tokens. */
  | { kind: "context"; used: number; size: number }
  /** The conversation was summarised to make room. */
  | { kind: "compaction" }
  /** The provider takes nothing before this time, epoch ms. */
  | { kind: "limited"; untilAt: number | null; text: string }
  | { kind: "notice"; text: string }
  /** The process ended, asked or not; `why` says how, with the last that it said of it. */
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
  /** The whole environment of the process, not what is added to ours. */
  env: Record<string, string>;
  model?: string;
  /** Nobody named it: what the user's own settings of the harness say goes first. */
  isImplied?: boolean;
  /** Goes in front of the harness's own instructions, or after them. */
  system?: string;
  /** The room's tools. */
  mcp?: { url: string; headers: Record<string, string> };
  /** Asked before a tool runs. */
  permit(call: ToolCall, signal: AbortSignal): Promise<Verdict>;
  on(event: RunEvent): void;
}

/** One conversation of one process. Turns follow one another: a second `send` waits for the first. */
export interface HarnessRun {
  /** The harness's own name of the conversation, for `resume`. */
  readonly ref: string;
  /** Of the process group, where there is one. */
  readonly pid: number | undefined;
  /** Why nobody can choose its model here, so that its own settings count; left out: it has the one of its spec. */
  readonly ownModel?: string | undefined;
  send(text: string, options: { deadlineMs: number }): Promise<TurnEnd>;
  /** A line into the turn under way; left out: the harness can't. */
  steer?(text: string): Promise<void>;
  /** Ends the turn; the conversation stays. */
  abort(): Promise<void>;
  /** Begins another conversation in another folder, by the same process; left out: the harness can't. */
  move?(cwd: string): Promise<void>;
  /** Ends the process, and its group after the grace. Again does nothing. */
  dispose(graceMs: number): Promise<void>;
}

export type Probe =
  | { version: string; isSignedIn: boolean | null; path: string }
  | {
      /** Why not, in one sentence. */
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
