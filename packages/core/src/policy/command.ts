import type { DecisionId } from "../decision/decision.ts";
import type { AgentCaller } from "../kernel/actor.ts";

/** A tool call as an agent's harness reports it. */
export interface AskedCall {
  callId: string;
  /** Digest of everything that is asked, made by the server. */
  digest: string;
  harness: string;
  tool: string;
  input: unknown;
  /** Relative to the project's root, POSIX. */
  cwd: string;
  /** The project's folder as an absolute path, by each of its names. */
  roots?: readonly string[];
  /** What the paths of the call really are; `null`: outside the project. */
  files: readonly { path: string; real: string | null }[];
  /** The command or input in a form that people may read, without secrets. */
  shown: string;
}

/** The answer to a call. */
export interface CheckedCall {
  verdict: "allow" | "deny" | "modify" | "ask";
  rule: string;
  reason: string;
  allowed: string[];
  input?: unknown;
  decisionId: DecisionId | null;
  deadlineAt: number | null;
}

declare module "../kernel/command.ts" {
  interface Commands {
    askPermission: { by: AgentCaller; call: AskedCall };
  }

  interface Replies {
    askPermission: CheckedCall;
  }
}
