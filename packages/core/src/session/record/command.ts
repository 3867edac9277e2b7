import type { Budget } from "../../budget/budget.ts";
import type { Phase } from "../../flow/steps.ts";
import type { AgentCaller, PersonCaller } from "../../kernel/actor.ts";
import type { DecisionId, SessionId, TaskId } from "../../kernel/ids.ts";
import type { Boundaries } from "../../task/boundaries.ts";
import type { GatePreset } from "../gate/gate.ts";
import type { RevisionCost } from "../pipeline/revision.ts";
import type { BatchPlan, Split } from "./session.ts";

/** Where a queued session goes: before or behind another one, or to an end of the queue. */
export type SessionPlace = { before: SessionId } | { after: SessionId } | "first" | "last";

interface OfSession {
  sessionId: SessionId;
}

declare module "../../kernel/command.ts" {
  interface Commands {
    createSession: {
      by: AgentCaller | PersonCaller;
      title: string;
      description: string;
      itemId: number | null;
      budget?: Budget | null;
      /** From where its scout looks. */
      angle?: string | null;
      /** The room's where it is not said. */
      gatePreset?: GatePreset | null;
      /** What its tasks may change, and must not. */
      boundaries?: Boundaries | null;
      /** The name of a pipeline that it goes; without one it is talked through. */
      pipeline?: string | null;
    };
    setBudget: { by: PersonCaller; sessionId: SessionId; budget: Budget | null };
    editSession: {
      by: PersonCaller;
      sessionId: SessionId;
      title: string | null;
      description: string | null;
    };
    moveSession: { by: PersonCaller; sessionId: SessionId; to: SessionPlace };
    answerQuestions: {
      by: PersonCaller;
      sessionId: SessionId;
      answers: Record<string, { option?: string | undefined; text?: string | undefined }>;
    };
    pauseSession: { by: PersonCaller; sessionId: SessionId; reason: string; park: boolean };
    startSession: {
      by: PersonCaller;
      sessionId: SessionId;
      angle?: string | null;
      /** In place of what was said before. */
      boundaries?: Boundaries | null;
    };
    renewScout: { by: PersonCaller; sessionId: SessionId };
    resumeSession: { by: PersonCaller; sessionId: SessionId };
    overrideGate: {
      by: PersonCaller;
      sessionId: SessionId;
      phase: Phase;
      /** Of a session with batches; `null`: the one under way. */
      batch: number | null;
      reason: string;
    };
    dispatch: {
      by: AgentCaller | PersonCaller;
      sessionId: SessionId;
      /** Those that go; none named: all that wait. */
      taskIds: TaskId[];
      /** One after the other, each once the one in front of it has ended. */
      inOrder: boolean;
    };
    reviseSteps: {
      by: AgentCaller | PersonCaller;
      sessionId: SessionId;
      /** Of finished steps of its pipeline, the last revision of each. */
      taskIds: TaskId[];
      /** What is to be different. */
      note: string;
      /** Only what it would cost. */
      isDryRun: boolean;
    };
    setGatePreset: { by: PersonCaller; preset: GatePreset };
    stopSession: { by: PersonCaller; sessionId: SessionId; reason: string };
  }

  interface Replies {
    createSession: OfSession & { ahead: number };
    setBudget: OfSession;
    editSession: OfSession;
    moveSession: OfSession;
    answerQuestions: OfSession;
    pauseSession: OfSession;
    startSession: OfSession;
    renewScout: OfSession;
    resumeSession: OfSession;
    overrideGate: OfSession & { phase: Phase; batch: number | null };
    dispatch: OfSession & { dispatched: TaskId[]; held: TaskId[] };
    /** `isDone`: the steps are made again; otherwise that is what it would cost, or a person decides: `decisionId`. */
    reviseSteps: OfSession & {
      isDone: boolean;
      decisionId: DecisionId | null;
      decided: string[];
    } & RevisionCost;
    setGatePreset: { preset: GatePreset };
    stopSession: OfSession;
  }
}

/** What an answer carries besides its option and its note. */
export interface AnswerDetail {
  /** To questions, by their ids; an empty text takes an answer back. */
  answers?: Record<string, { option?: string | undefined; text?: string | undefined }> | undefined;
  /** What is left of the batches, as the person edited it; of a scope asked by itself, its batches or splits. */
  parts?: Split[] | undefined;
  /** With the answer to a triage: batches and splits as the person edited them. */
  batches?: BatchPlan[] | undefined;
  splits?: Split[] | undefined;
  /** What a used budget is raised to. */
  budget?: Partial<Budget> | undefined;
}
