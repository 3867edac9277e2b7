import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { Session } from "@squadroom/core/session/record/session";
import { awaitedWork } from "@squadroom/core/session/scout/rescout";
import type { ReactNode } from "react";
import { may } from "../../live/allowed.ts";
import type { Names } from "../../live/names.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Ball, type BallOwner } from "../../ui/ball.tsx";
import { withArticle } from "../../words/article.ts";
import { type Standing, standingOf } from "./standing.ts";
import { t } from "./words.ts";

/** Who has it: a person, an agent or nobody. */
export function ownerOf(standing: Standing): BallOwner {
  const { kind } = standing;
  if (kind === "paused" && standing.decisions.length > 0) return "you";
  if (kind === "asks" || kind === "failed") return "you";
  if (kind === "executing" && standing.failed.length > 0) return "you";
  if (kind === "executing" && standing.isMissing) return "nobody";
  return kind === "working" || kind === "ready" || kind === "executing" ? "agent" : "nobody";
}

/** How it stands, in a few words: "waits for you, how much process". */
export function statusWords(
  standing: Standing,
  session: Pick<Session, "step" | "work" | "rescout" | "pipeline">,
  names: Names,
  isMine: boolean,
): string {
  const step = t(`steps.low.${awaitedWork(session)?.step ?? session.step}`);
  switch (standing.kind) {
    case "queued":
      return t("ahead", { count: standing.ahead });
    case "parked":
    case "moving":
      return t(`status.${standing.kind}`);
    case "paused":
      return standing.decisions.length > 0
        ? `${t("status.paused")}, ${t("asks.budget")}`
        : t("status.paused");
    case "asks": {
      const about = standing.decisions.map(({ kind }) =>
        kind === "task_failed" ||
        kind === "role_unavailable" ||
        kind === "intervention" ||
        kind === "lockout" ||
        kind === "permission" ||
        kind === "merge_failed" ||
        kind === "deadlock" ||
        kind === "message_overdue" ||
        kind === "message_loop"
          ? t("asks.other")
          : t(`asks.${kind}`),
      );
      const who = t(isMine ? "status.asks" : "status.asksPeople");
      return [who, ...new Set(about)].join(", ");
    }
    case "working":
      return t("status.working", { agent: names.agent(standing.agentId), step });
    case "ready":
      return t("status.ready", { role: names.role(standing.task.role), step });
    case "missing":
      return t("status.missing", { role: withArticle(names.role(standing.task.role)), step });
    case "failed":
      return t("status.failed", { task: standing.task.id });
    case "executing":
      return t(session.pipeline ? "status.stepping" : "status.executing", {
        done: standing.done,
        all: standing.all,
      });
    default:
      return unreachable(standing);
  }
}

export function StatusLine({
  state,
  session,
  names,
}: {
  state: RoomState;
  session: Session;
  names: Names;
}): ReactNode {
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
