import { durationText, listedUpTo } from "@squadroom/core/kernel/words";
import type { PipelineStep } from "@squadroom/core/pipeline/pipeline";
import { revisable } from "@squadroom/core/pipeline/revise";
import {
  planRevision,
  progressIn,
  type RevisionPlan,
  type RevisionTask,
} from "@squadroom/core/session/pipeline/revision";
import { minutesText } from "@squadroom/core/session/plan/estimate";
import type { Session } from "@squadroom/core/session/record/session";
import { costUsdText, tokensOf } from "@squadroom/core/usage/usage";
import { type ReactNode, useMemo, useState } from "react";
import { DraftKept } from "../../drafts/draft-kept.tsx";
import { useDraft } from "../../drafts/use-draft.ts";
import { call, explain, newKey } from "../../live/api.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Area } from "../../ui/area.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { toast } from "../../ui/toasts.ts";
import { plainText } from "../../words/plain-text.ts";
import { roughTokens } from "../usage/index.ts";
import { t } from "./words.ts";
import "../../ui/field.css";
import "./revise.css";

/** Names in a line. */
const NAMED = 8;

/** Which finished steps are redone, what is to be different, and what it costs before it is done. */
export function ReviseDialog({
  state,
  session,
  first,
  onClose,
}: {
  state: RoomState;
  session: Session;
  /** The task of the step that is chosen to begin with. */
  first: string | null;
  onClose: () => void;
}): ReactNode {
  const { view } = state;
  const tasks = session.execution?.tasks ?? {};
  const steps = revisable(session.pipeline?.steps ?? [], progressIn(view, session));
  const [ids, setIds] = useState<readonly string[]>(
    steps.flatMap(({ id }) => (tasks[id] === first ? [id] : [])),
  );
  const draft = useDraft(`revise:${view.name}:${session.id}`, "");
  const note = draft.value;
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(newKey);
  // What was redone meanwhile can't be chosen any more.
  const chosen = steps.filter(({ id }) => ids.includes(id));
  const named = chosen.map(({ id }) => id).join(" ");
  const plan = useMemo(
    () => (named === "" ? null : planRevision(view, session, new Set(named.split(" ")))),
    [named, view, session],
  );
  const off = whyNot(plan, note);
  const submit = (): void => {
    if (isBusy || off !== undefined) return;
    setBusy(true);
    setProblem(null);
    call("reviseSteps", {
      key,
      params: { room: view.name, sessionId: String(session.id) },
      body: { taskIds: chosen.flatMap(({ id }) => tasks[id] ?? []), note: note.trim() },
    })
      .then(() => {
        draft.sent(note);
        toast(t("revise.done", { count: plan?.again.length ?? 0 }));
        onClose();
      })
      .catch((error: unknown) => setProblem(explain(error).message))
      .finally(() => setBusy(false));
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t("revise.title")}
      width={560}
      label={t("revise.confirm", { count: chosen.length })}
      off={off}
      className="rv-form"
      problem={problem}
      onSubmit={submit}
    >
      <Choice
        steps={steps}
        ids={ids}
        onToggle={(id) => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])}
      />
      <Area label={t("revise.note")} value={note} onChange={draft.set} />
      <DraftKept of={draft} />
      {plan && <Cost plan={plan} />}
    </FormDialog>
  );
}

function Choice({
  steps,
  ids,
  onToggle,
}: {
  steps: readonly PipelineStep[];
  ids: readonly string[];
  onToggle: (id: string) => void;
}): ReactNode {
  return (
    <fieldset className="rv-steps">
      <legend className="strong">{t("revise.steps")}</legend>
      {steps.map(({ id, title }) => (
        <label key={id} className="rv-step">
          <input type="checkbox" checked={ids.includes(id)} onChange={() => onToggle(id)} />
          <span className="mono nowrap">{id}</span>
          <span className="ell">{plainText(title)}</span>
        </label>
      ))}
    </fieldset>
  );
}

function whyNot(plan: RevisionPlan | null, note: string): string | undefined {
  if (plan === null) return t("revise.needsStep");
  if (plan.discussed.length > 0)
    return t("revise.discussed", { tasks: listedUpTo(NAMED, plan.discussed) });
  return note.trim() === "" ? t("revise.needsNote") : undefined;
}

/** What it costs, each line only where there is something to say. */
function Cost({ plan }: { plan: RevisionPlan }): ReactNode {
  const { again, asks, stops, goesOn, decided, took } = plan;
  const tokens = tokensOf(took.usage);
  const used = [
    ...(took.workMs === 0 ? [] : [durationText(took.workMs)]),
    ...(tokens === 0 ? [] : [t("revise.tokens", { n: roughTokens(tokens) })]),
    ...(took.usage.costUsdMicros === 0 ? [] : [costUsdText(took.usage)]),
  ];
  const titles = asks.map(({ title }) => `“${plainText(title)}”`);
  const lines: [string, string][] = [
    [
      t("revise.again", { count: again.length }),
      listedUpTo(
        NAMED,
        again.map(({ as }) => as),
      ),
    ],
    [t("revise.asks"), listedUpTo(NAMED, titles)],
    [t("revise.stops"), tasksText(stops)],
    [t("revise.goesOn"), tasksText(goesOn)],
    [t("revise.takes"), timeText(plan)],
    [t("revise.took"), used.join(", ")],
  ];
  return (
    <section className="rv-cost" aria-label={t("revise.cost")} aria-live="polite">
      <dl>
        {lines.map(
          ([name, text]) =>
            text !== "" && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{inOnePiece(text)}</dd>
              </div>
            ),
        )}
      </dl>
      {decided.length > 0 && (
        <Note tone="warn">{t("revise.decided", { steps: listedUpTo(NAMED, decided) })}</Note>
      )}
      <p className="small muted">{t("revise.kept")}</p>
    </section>
  );
}

/** A task's id isn't broken at its hyphens. */
function inOnePiece(text: string): ReactNode {
  return text.split(/([A-Z]+(?:-[A-Z]+)*-\d+(?:-R\d+)?)/).map((part, at) =>
    at % 2 === 1 ? (
      <span key={part} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

function tasksText(tasks: readonly RevisionTask[]): string {
  return listedUpTo(
    NAMED,
    tasks.map(({ taskId, by }) => (by === null ? taskId : `${taskId} (${plainText(by)})`)),
  );
}

function timeText({ longestMs, unknown }: RevisionPlan): string {
  if (longestMs === null) return t("pipeline.left.unknown");
  const minutes = minutesText(longestMs);
  return unknown === 0
    ? t("revise.about", { minutes })
    : t("revise.atLeast", { minutes, count: unknown });
}
