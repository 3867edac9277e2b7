import type { Session } from "@squadroom/core/session/record/session";
import { awaitedWork, isScouting } from "@squadroom/core/session/scout/rescout";
import { Link } from "@tanstack/react-router";
import { CircleAlert, MessageSquare } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Since } from "../../clock/time.tsx";
import { may } from "../../live/allowed.ts";
import { Ball } from "../../ui/ball.tsx";
import { Bar } from "../../ui/bar.tsx";
import { Button, buttonClass } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { BudgetDialog } from "../budget/index.ts";
import { DecisionCard } from "../decision/index.ts";
import { openTask } from "../task/index.ts";
import { SectionHead } from "./proposal-head.tsx";
import { ServedScout } from "./served-scout.tsx";
import { decisionsOf, type Standing } from "./standing.ts";
import { ownerOf } from "./status-words.tsx";
import type { StepProps } from "./step-props.ts";
import { t } from "./words.ts";

type Waiting = Exclude<Standing, { kind: "asks" | "executing" }>;

/** Nobody is asked now: who is at it, since when, and what it waits for. */
export function WorkingStep({ standing, ...props }: StepProps & { standing: Waiting }): ReactNode {
  const { state, session } = props;
  const work = awaitedWork(session);
  return (
    <div className="se-in">
      <section>
        <p className="small muted se-by">
          <Ball of={ownerOf(standing)} />
          <SinceWords standing={standing} session={session} />
        </p>
        <h2 className="se-q">{titleOf(standing, props)}</h2>
        <p className="read">{textOf(standing, session)}</p>
        <Acts standing={standing} {...props} />
      </section>
      <ServedScout state={state} session={session} />
      {work?.comment && (
        <Note icon={MessageSquare}>
          {t("working.comment", { by: work.comment.by })}: <b>{work.comment.text}</b>
        </Note>
      )}
      {work && work.refusals.length > 0 && (
        <Note tone="warn" icon={CircleAlert}>
          {t("working.refused", { count: work.refusals.length })}{" "}
          <b>{work.refusals.at(-1)?.message}</b> {t("working.refusedNext")}
        </Note>
      )}
      {standing.kind === "failed" &&
        Object.values(state.view.decisions)
          .filter(({ subject }) => subject.kind === "task" && subject.taskId === standing.task.id)
          .map((decision) => (
            <DecisionCard
              key={decision.id}
              room={state.view.roomId}
              decision={decision}
              canAnswer={may(state, "answerDecision")}
            />
          ))}
      {(standing.kind === "paused" || standing.kind === "queued") && (
        <AskedCards state={state} session={session} />
      )}
      <section>
        <SectionHead title={t("working.description")} />
        <RichText text={session.description} className="read" />
      </section>
    </div>
  );
}

/** What is asked of a session that does not run: its budget, or whether it is next. */
function AskedCards({ state, session }: Pick<StepProps, "state" | "session">): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const room = state.view.roomId;
  return decisionsOf(state.view, session.id).map((decision, at) => (
    <div key={decision.id}>
      <DecisionCard
        room={room}
        decision={decision}
        canAnswer={may(state, "answerDecision")}
        hasKeys={at === 0}
      />
      {decision.kind === "budget" && may(state, "setBudget") && (
        <p>
          <Button kind="ghost" onClick={() => setOpen(true)}>
            {wordsOf("budget").t("open")}
          </Button>
        </p>
      )}
      {isOpen && <BudgetDialog room={room} session={session} onClose={() => setOpen(false)} />}
    </div>
  ));
}

function SinceWords({ standing, session }: { standing: Waiting; session: Session }): ReactNode {
  const at =
    standing.kind === "working"
      ? standing.since
      : standing.kind === "ready" || standing.kind === "missing" || standing.kind === "failed"
        ? standing.task.createdAt
        : standing.kind === "queued"
          ? session.createdAt
          : (session.pausedAt ?? session.stepAt);
  return (
    <span>
      {t("working.since")} <Since at={at} />
    </span>
  );
}

function titleOf(standing: Waiting, { session, names }: StepProps): string {
  const name = awaitedWork(session)?.step ?? session.step;
  const step = t(`steps.low.${name}`);
  switch (standing.kind) {
    case "working":
      return t("working.title", { agent: names.agent(standing.agentId), step });
    case "ready":
      return t("working.ready", { step: t(`steps.${name}`), role: names.role(standing.task.role) });
    case "missing":
      return t("working.missing", {
        step: t(`steps.${name}`),
        role: names.role(standing.task.role),
      });
    case "failed":
      return t("working.failed", { task: standing.task.id });
    case "moving":
      return t("working.moving", { step });
    case "queued":
      return t("working.queued");
    case "paused":
    case "parked":
      return t("working.paused");
  }
}

function textOf(standing: Waiting, session: Session): string {
  const step = t(`steps.low.${session.step}`);
  switch (standing.kind) {
    case "working":
    case "ready":
      return session.work === null && isScouting(session)
        ? t("working.scouting")
        : t(`working.asked.${session.work?.ask ?? "present"}`);
    case "missing":
      return t("working.missingText");
    case "failed":
      return t("working.failedText");
    case "moving":
      return "";
    case "queued":
      return t("working.queuedText", { count: standing.ahead });
    case "paused":
      return t("working.pausedText", { step });
    case "parked":
      return t("working.parkedText", { step });
  }
}

function Acts({ standing, state, names }: StepProps & { standing: Waiting }): ReactNode {
  if (!("task" in standing)) return null;
  const { task } = standing;
  const { percent, action } = task.progress ?? {};
  return (
    <>
      {action && <p className="muted">{action}</p>}
      {percent !== undefined && (
        <Bar percent={percent} label={`${task.id}: ${t("execute.percent")}`} />
      )}
      <p className="row se-acts">
        <Button onClick={() => openTask(task.id)}>{t("working.task", { task: task.id })}</Button>
        {standing.kind === "missing" && may(state, "createCredential") && (
          <Link
            to="/connect"
            search={{ room: state.view.name, role: task.role }}
            className={buttonClass("primary")}
          >
            {t("working.connect")}: {names.role(task.role)}
          </Link>
        )}
      </p>
    </>
  );
}
