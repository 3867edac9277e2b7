import { counted } from "@squadroom/core/kernel/words";
import { batchFigures, type BatchFigures as Figures } from "@squadroom/core/session/batch/figures";
import { minutesText, spreadText } from "@squadroom/core/session/plan/estimate";
import type { Batch, Session } from "@squadroom/core/session/record/session";
import { isReported, type Usage, usdText } from "@squadroom/core/usage/usage";
import type { ReactNode } from "react";
import { durationText } from "../../clock/time.tsx";
import { say } from "../../words/say.tsx";
import { costText, usageFacts } from "../usage/index.ts";
import { linesText } from "./lines-text.ts";
import "./checkpoint.css";

/** The figures of the batch: tasks, lines, findings, cost, time; unknown ones are left out. */
export function BatchFigures({ session, batch }: { session: Session; batch: Batch }): ReactNode {
  const figures = batchFigures(session);
  const { tasks, changes, diffs, findings, rounds, tookMs, waitedMs } = figures;
  const { fixed, left } = findings;
  return (
    <dl className="cp-stat">
      <Figure name={counted(tasks, "task")} hint={workHint(session, figures)} />
      {changes && (
        <Figure
          name={counted(changes.fileCount, "file")}
          hint={[linesText(changes), ...(diffs < tasks ? [`by ${diffs} of ${tasks} tasks`] : [])].join(", ")}
        />
      )}
      <Figure
        name={fixed + left === 0 ? "no findings" : counted(fixed + left, "finding")}
        hint={findingsHint(findings) || `in ${counted(rounds || 1, "round")} of review`}
      />
      <Figure name={costText(batch.usage)} hint={costHint(session, batch.usage, figures)} />
      {tookMs !== null && <Took ms={tookMs} waitedMs={waitedMs} />}
    </dl>
  );
}

/** The work beside its estimate; without a basis for one, how many tasks were estimated. */
function workHint(session: Session, { workMs, estimate }: Figures): string | null {
  const count = tasksThought(session);
  if (!estimate?.workMs) return count === null ? null : `${count} estimated for all batches`;
  const range = spreadText(estimate.workMs, minutesText);
  return say`${minutesText(workMs)} min of work, ${range} estimated`;
}

function findingsHint({ fixed, left }: Figures["findings"]): string {
  return [...(fixed > 0 ? [`${fixed} fixed`] : []), ...(left > 0 ? [`${left} carried over`] : [])].join(", ");
}

/** What the figure covers, beside this page's two others: its tasks alone, and the whole session. */
function costHint(session: Session, usage: Usage, { usage: ofTasks, estimate }: Figures): string {
  const isPriced = (one: Usage): boolean => isReported(one) && one.unpricedTokens === 0;
  if (!isPriced(usage)) return usageFacts(usage).join(", ");
  const usd = usdText(ofTasks.costUsdMicros);
  const ofThem = estimate?.costUsdMicros
    ? `its tasks ${usd}, ${spreadText(estimate.costUsdMicros, usdText)} estimated`
    : `its tasks ${usd}`;
  return [
    "this batch, with its plan and review",
    ...(isPriced(ofTasks) ? [ofThem] : []),
    ...(isPriced(session.usage) ? [`the whole session ${usdText(session.usage.costUsdMicros)}`] : []),
  ].join("; ");
}

function Figure({ name, hint }: { name: string; hint: string | null }): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      {hint && <dd className="small muted">{hint}</dd>}
    </div>
  );
}

function Took({ ms, waitedMs }: { ms: number; waitedMs: number }): ReactNode {
  const waited = durationText(waitedMs);
  const hint = waitedMs > 0 ? say`${waited} of it waiting for people` : "from its start to its review";
  return <Figure name={durationText(ms)} hint={hint} />;
}

/** Tasks that the chosen approach was expected to take, over all batches. */
function tasksThought({ proposals, approachId }: Session): number | null {
  const chosen = proposals.approaches?.value.approaches.find(({ id }) => id === approachId);
  return chosen?.taskEstimate ?? null;
}
