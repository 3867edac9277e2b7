import { pipelinesIn } from "../../flow/sessions.ts";
import type { SessionId } from "../../kernel/ids.ts";
import { isThere } from "../../kernel/room.ts";
import type { RoomView } from "../../kernel/view.ts";
import { inPlace } from "../../pipeline/pipeline.ts";
import { estimatePipeline } from "./estimate.ts";
import { type StallReason, stallOf } from "./stall.ts";
import { type StepKind, standingsOf } from "./standing.ts";
import { stepsDone } from "./steps.ts";

/** Number of steps from which a strip shows shares instead of a cell for each. */
export const CELLS_MAX = 30;
/** Most pipelines of one room on a card, those that need somebody first. */
const CARDS_MAX = 3;

/** A running pipeline, as shown in Rooms and the room's head. */
export interface PipelineCard {
  sessionId: SessionId;
  title: string;
  /** In the graph's order; empty if there are too many. */
  cells: { kind: StepKind; isCheckpoint: boolean }[];
  /** Steps by state, without checkpoints. */
  counts: Partial<Record<StepKind, number>>;
  done: number;
  total: number;
  /** `null`: nothing to judge by. */
  leftMs: number | null;
  /** Steps that the time leaves out. */
  unknown: number;
  /** Why it does not move; `null`: it moves. */
  stall: StallReason | null;
}

/** The pipelines that run in a room, those that don't move first. */
export function pipelineCards(view: RoomView, now: number): PipelineCard[] {
  if (!isThere(view)) return [];
  return pipelinesIn(view.sessions)
    .flatMap((session): PipelineCard[] => {
      if (session.state !== "running") return [];
      const { steps } = session.pipeline;
      const standings = standingsOf(view, session);
      const counts: PipelineCard["counts"] = {};
      const cells = inPlace(steps).map(({ id, isCheckpoint = false }) => {
        const kind = standings.get(id)?.kind ?? "blocked";
        if (!isCheckpoint) counts[kind] = (counts[kind] ?? 0) + 1;
        return { kind, isCheckpoint };
      });
      const { leftMs, unknown } = estimatePipeline(session, standings, view.sessions.taken);
      const stall = stallOf(view, session, now);
      const { done, all: total } = stepsDone(session);
      return [
        {
          sessionId: session.id,
          title: session.title,
          counts,
          done,
          total,
          cells: cells.length > CELLS_MAX ? [] : cells,
          leftMs,
          unknown,
          stall: stall?.find(({ needsPerson }) => needsPerson) ?? stall?.[0] ?? null,
        },
      ];
    })
    .sort((a, b) => Number(b.stall !== null) - Number(a.stall !== null))
    .slice(0, CARDS_MAX);
}
