import type { AgentId, SessionId, TaskId } from "../kernel/ids.ts";
import type { RunId } from "../run/run.ts";

/** Counts in its room, from 1. */
export type ErrorId = number;

export const SEVERITIES = ["critical", "error", "warning"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** How a fix ended that somebody tried; `not_tried`: it might have worked, but was not allowed or not theirs to do. */
export const FIX_OUTCOMES = ["failed", "worked", "not_tried"] as const;
export type FixOutcome = (typeof FIX_OUTCOMES)[number];

export interface AttemptedFix {
  fix: string;
  outcome: FixOutcome;
  /** Its outcome. */
  note?: string;
}

/** As a file may say it; `null`: it doesn't say how it ended. */
export type FixRead = Omit<AttemptedFix, "outcome"> & { outcome: FixOutcome | null };

/** What an agent says about something that went wrong. */
export interface ErrorDraft {
  severity: Severity;
  /** The tool's name for it: `TypeScriptCompilationError`. */
  type: string | null;
  message: string;
  file: string | null;
  line: number | null;
  column: number | null;
  attemptedFixes: AttemptedFix[];
  /** The agent can't continue: a person is asked. */
  requiresIntervention: boolean;
  /** A role, or an agent by its name, that could do it instead. */
  suggestedAgent: string | null;
}

/** This many errors of severity error or worse in one run of a worker, over all its tasks, stop it. */
export const ERRORS_MAX = 3;

/** What the room keeps of an error: as much as its question to a person says. */
export interface ErrorBrief extends Pick<ErrorDraft, "severity" | "file" | "line" | "column" | "suggestedAgent"> {
  id: ErrorId;
  taskId: TaskId;
  message: string;
  fixes: AttemptedFix[];
}

/** What counts in a worker's run. If no runner started it, its connection is its run. */
export interface WorkerErrors {
  runId: RunId | null;
  connection: number;
  counted: readonly ErrorBrief[];
  /** What stopped it last, with the task that it had. It stays stopped as long as that task waits for a person. */
  stop: { taskId: TaskId; at: number; errors: readonly ErrorBrief[] } | null;
}

export interface ReportedErrors {
  /** The last number given. */
  number: ErrorId;
  workers: Readonly<Record<AgentId, WorkerErrors>>;
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** Errors that count in a worker's run. */
    errors: ReportedErrors;
  }
}

export const NO_ERRORS: ReportedErrors = { number: 0, workers: {} };

/** An error as its event brings it; who met it and when are the event's. */
export interface NewError extends ErrorDraft {
  id: ErrorId;
  taskId: TaskId;
  sessionId: SessionId | null;
  runId: RunId | null;
  connection: number;
}

/** `src/a.ts:12:3`, as far as known. */
export function placeText({ file, line, column }: Pick<ErrorDraft, "file" | "line" | "column">): string {
  return [file, line, line === null ? null : column].filter((part) => part !== null).join(":");
}

/** What already counts in a worker's run; another run starts from none. */
export function countedOf(
  worker: WorkerErrors | undefined,
  { runId, connection }: Pick<WorkerErrors, "runId" | "connection">,
): readonly ErrorBrief[] {
  const isSame = worker?.runId === runId && (runId !== null || worker.connection === connection);
  return worker && isSame ? worker.counted : [];
}

/** One fix, with its outcome: `widen it (failed: 4 others break)`. Only one that was tried has an outcome. */
export function fixText({ fix, outcome, note }: FixRead, quote: (text: string) => string = String): string {
  const how = outcome === "not_tried" ? null : outcome;
  const came = [...(how === null ? [] : [how]), ...(note ? [quote(note)] : [])];
  return came.length === 0 ? quote(fix) : `${quote(fix)} (${came.join(": ")})`;
}

/** What was tried, and apart from it what was not. */
export function splitFixes<T extends Pick<FixRead, "outcome">>(fixes: readonly T[]): { tried: T[]; untried: T[] } {
  const untried = fixes.filter(({ outcome }) => outcome === "not_tried");
  return { tried: fixes.filter((one) => !untried.includes(one)), untried };
}

/** All of them in a sentence: `Tried: widen it (failed: 4 others break). Not tried: export it.` */
export function fixesText(fixes: readonly FixRead[], quote: (text: string) => string = String): string {
  const { tried, untried } = splitFixes(fixes);
  const listed = (of: readonly FixRead[]) => of.map((one) => fixText(one, quote)).join("; ");
  return [
    tried.length === 0 ? "Nothing was tried." : `Tried: ${listed(tried)}.`,
    ...(untried.length === 0 ? [] : [`Not tried: ${listed(untried)}.`]),
  ].join(" ");
}
