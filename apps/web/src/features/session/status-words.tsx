import type { DecisionKind } from "@squadroom/core/decision/decision";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { Session } from "@squadroom/core/session/record/session";
import { awaitedWork } from "@squadroom/core/session/scout/rescout";
import type { ReactNode } from "react";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Ball, type BallOwner } from "../../ui/ball.tsx";
import { withArticle } from "../../words/article.ts";
import { say } from "../../words/say.tsx";
import { flowWords } from "./flow-words.ts";
import { type Standing, standingOf } from "./standing.ts";
import { STEPS_LOW } from "./words.ts";

const STATUS = {
  moving: "moving on",
  parked: "parked",
};

const ASKS: Partial<Record<DecisionKind, string>> = {
  triage: "how much process",
  scope: "batches and splits",
  questions: "questions",
  approach: "which approach",
  design_section: "a section of the design",
  plan: "the plan",
  review_failed: "what a review found",
  batch_checkpoint: "a batch checkpoint",
  pipeline_checkpoint: "a checkpoint",
  discussion_blocked: "a blocked discussion",
  budget: "its budget",
  next_session: "whether it is next",
  gate_failed: "a gate that isn't passed",
};

/** Who has it: a person, an agent or nobody. */
export function ownerOf(standing: Standing): BallOwner {
  const { kind } = standing;
  if (kind === "paused" && standing.decisions.length > 0) return "you";
  if (kind === "asks" || kind === "failed") return "you";
  if (kind === "executing" && standing.failed.length > 0) return "you";
  if (kind === "executing" && standing.isMissing) return "nobody";
  return kind === "working" || kind === "ready" || kind === "executing" ? "agent" : "nobody";
}

/** Its state, in a few words: "waits for you, how much process". */
export function statusWords(
  standing: Standing,
  session: Pick<Session, "step" | "work" | "rescout" | "flow">,
  names: Names,
  isMine: boolean,
): string {
  const step = STEPS_LOW[awaitedWork(session)?.step ?? session.step];
  switch (standing.kind) {
    case "queued":
      return standing.ahead === 0
        ? "next"
        : standing.ahead === 1
          ? `${standing.ahead} ahead of it`
          : `${standing.ahead} ahead of it`;
    case "parked":
    case "moving":
      return STATUS[standing.kind];
    case "paused":
      return standing.decisions.length > 0 ? `paused, its budget` : "paused";
    case "asks": {
      const about = standing.decisions.map(({ kind }) => ASKS[kind] ?? "a decision");
      const who = isMine ? "waiting for you" : "waiting for a person";
      return [who, ...new Set(about)].join(", ");
    }
    case "working":
      return say`${names.agent(standing.agentId)} is working on ${step}`;
    case "ready":
      return say`${names.role(standing.task.role)} is next for ${step}`;
    case "missing":
      return say`${step} is waiting for ${withArticle(names.role(standing.task.role))}: none is connected`;
    case "failed":
      return `${standing.task.id} failed; a person decides`;
    case "executing":
      return flowWords(session).done(standing);
    default:
      return unreachable(standing);
  }
}

export function StatusLine({ state, session, names }: { state: RoomState; session: Session; names: Names }): ReactNode {
  const standing = standingOf(state.view, session);
  return (
    <span className="ss-status">
      <Ball of={ownerOf(standing)} />
      <span className={ownerOf(standing) === "you" ? "you" : "muted"}>
        {statusWords(standing, session, names, may(state, "answerDecision"))}
      </span>
    </span>
  );
}
