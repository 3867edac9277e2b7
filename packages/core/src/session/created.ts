import type { SessionStep } from "../flow/steps.ts";
import { NO_USAGE } from "../usage/usage.ts";
import { newGateRecord } from "./record/gate.ts";
import type { NewSession, Session } from "./record/session.ts";

/** A session that has just been created, in the flow that was asked for. */
export function createdSession(created: NewSession, at: number): Session {
  const { pipeline } = created;
  return pipeline
    ? {
        ...shared(created, "execute", at),
        flow: "pipeline",
        pipeline,
        passed: {},
        dispatch: { held: [], rulings: [], wakes: 0 },
      }
    : { ...shared(created, "scout", at), flow: "brainstorm" };
}

function shared(created: NewSession, step: SessionStep, at: number): Omit<Session, "flow"> {
  return {
    ...created,
    angle: created.angle ?? null,
    state: "queued",
    createdAt: at,
    startedAt: null,
    stepAt: at,
    step,
    isParked: false,
    pausedAt: null,
    pausedFor: null,
    complexity: null,
    proposals: {},
    answers: {},
    approachId: null,
    approachBy: null,
    sections: {},
    sectionId: null,
    staleBasis: {},
    leftSteps: [],
    batches: null,
    splits: null,
    mayEditBatches: false,
    decidedSplits: [],
    batch: null,
    work: null,
    rescout: null,
    execution: null,
    usage: NO_USAGE,
    budget: null,
    comments: 0,
    gates: newGateRecord(created.gatePreset),
  };
}
