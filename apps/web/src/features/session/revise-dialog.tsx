import { counted, durationText, listedUpTo } from "@squadroom/core/kernel/words";
import type { PipelineStep } from "@squadroom/core/pipeline/pipeline";
import { revisable } from "@squadroom/core/pipeline/revise";
import {
  planRevision,
  progressIn,
  type RevisionPlan,
  type RevisionTask,
} from "@squadroom/core/session/pipeline/revision";
import { minutesText } from "@squadroom/core/session/plan/estimate";
import type { PipelineSession } from "@squadroom/core/session/record/session";
import { costUsdText, tokensOf } from "@squadroom/core/usage/usage";
import { type ReactNode, useMemo, useState } from "react";
import { FormDialog } from "../../act/form-dialog.tsx";
import { useActForm } from "../../act/use-act-form.ts";
import type { RoomState } from "../../live/room-state.ts";
import { Area } from "../../ui/area.tsx";
import { Note } from "../../ui/note.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { roughTokens } from "../usage/index.ts";
import "../../ui/field.css";
import "./revise.css";

/** Most names in a line. */
const NAMED = 8;

/** Which finished steps are redone, what has to be different, and what that costs, before it is done. */
export function ReviseDialog({
  state,
  session,
  first,
  onClose,
}: {
  state: RoomState;
  session: PipelineSession;
  /** The task of the step that is selected at first. */
  first: string | null;
  onClose: () => void;
}): ReactNode {
  const { view } = state;
  const tasks = session.execution?.tasks ?? {};
  const steps = revisable(session.pipeline.steps, progressIn(view, session));
  const [ids, setIds] = useState<readonly string[]>(steps.flatMap(({ id }) => (tasks[id] === first ? [id] : [])));
  // What was redone meanwhile can no longer be selected.
  const chosen = steps.filter(({ id }) => ids.includes(id));
  const named = chosen.map(({ id }) => id).join(" ");
  const plan = useMemo(
    () => (named === "" ? null : planRevision(view, session, new Set(named.split(" ")))),
    [named, view, session],
  );
  const form = useActForm("reviseSteps", {
    draft: `revise:${view.name}:${session.id}`,
    start: { note: "" },
    lacks: ({ note }) => ({ whole: whyNot(plan, note) }),
    gives: ({ note }) => ({
      params: { room: view.name, sessionId: String(session.id) },
      body: { taskIds: chosen.flatMap(({ id }) => tasks[id] ?? []), note: note.trim() },
    }),
    said: () => `${counted(plan?.again.length ?? 0, "step")} will be redone`,
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="Revise finished steps"
      width={560}
      label={`Revise ${counted(chosen.length, "step")}`}
      off={whyNot(plan, form.value.note)}
      className="rv-form"
    >
      <Choice
        steps={steps}
        ids={ids}
        onToggle={(id) => setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])}
      />
      <Area {...form.at("note")} label="What is to be different?" />
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
      <legend className="strong">Steps to redo</legend>
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
  if (plan === null) return "Choose a step.";
  if (plan.discussed.length > 0)
    return say`${listedUpTo(NAMED, plan.discussed)} is being discussed; revise when that is over.`;
  return note.trim() === "" ? "Say what is to be different." : undefined;
}

/** What it costs, each line only if there is something to say. */
function Cost({ plan }: { plan: RevisionPlan }): ReactNode {
  const { again, asks, stops, goesOn, decided, took } = plan;
  const tokens = tokensOf(took.usage);
  const used = [
    ...(took.workMs === 0 ? [] : [durationText(took.workMs)]),
    ...(tokens === 0 ? [] : [`${roughTokens(tokens)} tokens`]),
    ...(took.usage.costUsdMicros === 0 ? [] : [costUsdText(took.usage)]),
  ];
  const titles = asks.map(({ title }) => `“${plainText(title)}”`);
  const lines: [string, string][] = [
    [
      `Redone, ${counted(again.length, "step")}`,
      listedUpTo(
        NAMED,
        again.map(({ as }) => as),
      ),
    ],
    ["Asks again", listedUpTo(NAMED, titles)],
    ["Cancelled", tasksText(stops)],
    ["Keeps running", tasksText(goesOn)],
    ["Time", timeText(plan)],
    ["So far they took", used.join(", ")],
  ];
  return (
    <section className="rv-cost" aria-label="What it costs" aria-live="polite">
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
        <Note tone="warn">{say`${listedUpTo(NAMED, decided)}: from the third revision on, only a person decides.`}</Note>
      )}
      <p className="small muted">Earlier versions stay readable.</p>
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
  if (longestMs === null) return "No estimate yet: this room hasn’t finished steps like these";
  const minutes = minutesText(longestMs);
  return unknown === 0
    ? `about ${minutes} min`
    : `at least ${minutes} min, plus ${counted(unknown, "step")} of a kind this room hasn't finished yet`;
}
