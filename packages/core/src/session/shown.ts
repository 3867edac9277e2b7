import type { Room } from "../kernel/room.ts";
import type { RoomView } from "../kernel/view.ts";
import { type StallReason, stallOf } from "./pipeline/stall.ts";
import type { PipelineSession, Session } from "./record/session.ts";
import { type StepRow, stepRows } from "./step-rows.ts";
import { type WorkerFacts, type WorkerReport, workersOf } from "./workers.ts";

/** What people see of a session of one flow besides its record and its gates. */
interface Shown<S extends Session = Session> {
  /** Each step of its graph with its present state, and why. */
  steps(view: RoomView, session: S): StepRow[];
  /** Why it makes no progress; `null`: it makes progress, or isn't running. */
  stall(room: Room, session: S, now: number): StallReason[] | null;
  /** What each of its roles did and wrote into its log; `null`: roles have no share of their own in it. */
  roles: { workers(facts: Omit<WorkerFacts, "session"> & { session: S }): WorkerReport[] } | null;
}

const BRAINSTORM: Shown = { steps: () => [], stall: () => null, roles: null };
const PIPELINE: Shown<PipelineSession> = { steps: stepRows, stall: stallOf, roles: { workers: workersOf } };
const SHOWN: Record<Session["flow"], Shown> = { brainstorm: BRAINSTORM, pipeline: PIPELINE };

export function shownOf<S extends Session>({ flow }: S): Shown<S> {
  return SHOWN[flow] as Shown<S>;
}
