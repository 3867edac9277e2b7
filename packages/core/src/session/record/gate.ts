import type { Phase, SessionStep } from "../../flow/steps.ts";
import type { TaskId } from "../../kernel/ids.ts";
import type { CheckReport } from "../../task/result.ts";
import type { TaskOutcome } from "./outcome.ts";

/**
 * The gate of a phase: the evidence required to leave it (domain.md § 6). Derived from the session, and
 * stored nowhere, except what a person overrode; `gates.ts` derives it.
 *
 * | state       | when                                                                        |
 * |-------------|-----------------------------------------------------------------------------|
 * | pending     | its phase has not begun                                                     |
 * | in_progress | some evidence is still to come                                              |
 * | passed      | all evidence is there                                                       |
 * | failed      | some evidence speaks against it, or is missing when all work is over   |
 * | overridden  | a person let what is missing or against it stand, with name and reason       |
 */
export const GATE_STATES = ["pending", "in_progress", "passed", "failed", "overridden"] as const;
export type GateState = (typeof GATE_STATES)[number];

/** `waived`: missing, and a person lets that stand. */
export const OUTCOMES = ["met", "open", "failed", "waived"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One thing that a gate asks for, and whether it is met. */
export interface Evidence {
  phase: Phase;
  /** From 0, in a session with batches; `null` for what all batches share. */
  batch: number | null;
  /** What it is about; a task that did not pass is `task:ID`. */
  check: string;
  outcome: Outcome;
  /** Who gave it, or let its absence stand. */
  by: string | null;
  at: number | null;
  /** In a sentence. */
  text: string;
}

/** The check of a gate whose phase has no step in its pipeline: nothing in it passed, and it holds nothing up. */
export const NO_STEPS = "no_steps";

export function hasNoSteps({ evidence }: Pick<Gate, "evidence">): boolean {
  return evidence.some(({ check }) => check === NO_STEPS);
}

/** The state of a gate, in words. */
export function gateText(gate: Pick<Gate, "evidence" | "state">): string {
  if (hasNoSteps(gate)) return "no steps";
  return gate.state === "pending" ? "not begun" : gate.state.replaceAll("_", " ");
}

/** Among the checks: that a judge says that the work doesn't pass, or that its report doesn't tell. */
export const VERDICT = "verdict";
export const UNCLEAR = "verdict unclear";

/** What a gate asks for, before it is known which gate and what a person let stand. */
export type Row = Pick<Evidence, "check" | "outcome" | "text"> & Partial<Pick<Evidence, "by" | "at">>;

export interface Gate {
  phase: Phase;
  batch: number | null;
  state: GateState;
  evidence: Evidence[];
  overriddenBy: { name: string; reason: string; at: number } | null;
}

/** What a room, or one of its sessions, asks of work besides being planned, done and reviewed. */
export const GATE_PRESETS = ["minimum", "production", "gold"] as const;
export type GatePreset = (typeof GATE_PRESETS)[number];

/** A check that a preset asks for. */
export interface Requirement {
  name: string;
  /** Least value, in percent; or most, as a count. */
  min?: number;
  max?: number;
}

/** @source domain.md § 6, presets */
export const REQUIREMENTS: Record<GatePreset, readonly Requirement[]> = {
  minimum: [],
  production: [{ name: "tests" }, { name: "coverage", min: 70 }],
  gold: [{ name: "tests" }, { name: "coverage", min: 80 }, { name: "warnings", max: 0 }],
};

/** `coverage of at least 70 %`. */
export function requirementText({ name, min, max }: Requirement): string {
  return min !== undefined
    ? `${name} of at least ${min} %`
    : max === undefined
      ? name
      : max === 0
        ? `no ${name}`
        : `at most ${max} ${name}`;
}

export interface ReportedCheck extends CheckReport {
  taskId: TaskId;
  /** Reviews before it: what was reported before a rework no longer counts for that check. */
  round: number;
  by: string;
  at: number;
}

/** Whether a report speaks against the work: it failed, or its figure is not as required. */
export function isBad(
  { passed, value }: Pick<ReportedCheck, "passed" | "value">,
  { min, max }: Partial<Requirement> = {},
): boolean {
  return !passed || (min !== undefined && (value ?? min) < min) || (max !== undefined && (value ?? max) > max);
}

export interface GateOverride {
  phase: Phase;
  batch: number | null;
  /** The evidence that was missing then; what fails later is not covered. */
  checks: string[];
  by: string;
  reason: string;
  at: number;
}

/** How far the tasks of a plan are. */
export interface TaskTally {
  total: number;
  passed: number;
  open: number;
  unreviewed: number;
  lost: {
    taskId: TaskId;
    planId: string;
    how: Exclude<TaskOutcome["state"], "open" | "passed"> | "handed_on";
  }[];
}

/** What the gates of a batch, or of a session without batches, are based on. */
export interface BatchWork {
  batch: number | null;
  plan: { by: string; at: number } | null;
  tasks: TaskTally;
  review: { passed: boolean; findings: number; by: string; at: number } | null;
  overridden: { reason: string; by: string; at: number } | null;
  checks: ReportedCheck[];
}

/** What gates are based on and the session's other state does not say. */
export interface GateRecord {
  preset: GatePreset;
  /** Who led on from a step, and when; forgotten by going back to it or before it. */
  settled: Partial<Record<SessionStep, { by: string; at: number }>>;
  /** For the current plan. */
  checks: ReportedCheck[];
  /** Batches that have ended. */
  past: BatchWork[];
  overrides: GateOverride[];
  /** Tasks of a pipeline that were asked once whether the work passes. */
  asked?: TaskId[];
}

export function newGateRecord(preset: GatePreset = "minimum"): GateRecord {
  return { preset, settled: {}, checks: [], past: [], overrides: [] };
}
