import { NO_USAGE } from "../usage/usage.ts";
import { newGateRecord } from "./gate/gate.ts";
import type { NewSession, Session } from "./record/session.ts";

/** A session as it is when it has just been made. */
export function createdSession(created: NewSession, at: number): Session {
  return {
    ...created,
    angle: created.angle ?? null,
    state: "queued",
    createdAt: at,
    startedAt: null,
    stepAt: at,
    step: created.pipeline ? "execute" : "scout",
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
