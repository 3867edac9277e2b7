import type { TaskId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { counted } from "@squadroom/core/kernel/words";
import { inPlace, revisedIn } from "@squadroom/core/pipeline/pipeline";
import { flowOf } from "@squadroom/core/session/flow/flows";
import { stepName } from "@squadroom/core/session/pipeline/steps";
import type { TaskOutcome } from "@squadroom/core/session/record/outcome";
import { roleOf } from "@squadroom/core/session/record/roles";
import type { Session } from "@squadroom/core/session/record/session";
import { estimatedText, isReported, knownCost, type Usage, usdText } from "@squadroom/core/usage/usage";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { plainText } from "../../words/plain-text.ts";
import { ShowChanges } from "../diff/index.ts";
import { openTask } from "../task/index.ts";
import { costText } from "../usage/index.ts";
import { flowWords } from "./flow-words.ts";
import { BATCH_STATE } from "./words.ts";
import "./batch-tasks.css";

interface BatchTasksProps {
  view: RoomView;
  session: Session;
  names: Names;
  /** How its batch ended, as far as it has. */
  open?: "active" | "stopped" | "failed";
}

/** The tasks of an ended batch: who did them, how their reviews went, lines and dollars. */
export function BatchTasks({ view, session, names, open = "stopped" }: BatchTasksProps): ReactNode {
  const steps = flowOf(session).steps(session);
  const words = flowWords(session);
  const rows = (Object.entries(session.execution?.outcomes ?? {}) as [TaskId, TaskOutcome][]).map(
    ([taskId, outcome]) => ({ id: outcome.planId, taskId, outcome }),
  );
  // What is redone comes after what it was made for.
  const outcomes = steps.length > 0 ? inPlace(rows) : rows;
  const instead = (id: string): string | undefined => {
    const revision = revisedIn(steps).get(id);
    return revision && `replaced by ${stepName(session, revision)}`;
  };
  // A column that would say nothing about any task is left out.
  const hasStates =
    steps.length === 0 ||
    outcomes.some(
      ({ id, outcome: { state, rounds, unreviewed } }) => state !== "passed" || rounds > 0 || unreviewed || instead(id),
    );
  const hasLines = outcomes.some(({ outcome }) => outcome.changes !== null);
  const hasCosts = outcomes.some(({ outcome }) => isReported(outcome.usage));
  return (
    <table className="bt">
      <caption className="sr">{words.table}</caption>
      <thead>
        <tr>
          <th scope="col" className="bt-id">
            Task
          </th>
          <th scope="col">
            <span className="sr">Title</span>
          </th>
          <th scope="col">By</th>
          {hasStates && <th scope="col">{words.ended}</th>}
          {hasLines && (
            <th scope="col" className="bt-n">
              Lines
            </th>
          )}
          {hasCosts && (
            <th scope="col" className="bt-n">
              USD
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {outcomes.map(({ id, taskId, outcome }) => (
          <tr key={taskId}>
            <td className="bt-id mono muted">{taskId}</td>
            <td className="bt-title">
              <button type="button" className="bt-open" onClick={() => openTask(taskId)}>
                {plainText(outcome.title)}
              </button>
            </td>
            <td className="bt-by muted">{doneBy(view, session, names, taskId, outcome)}</td>
            {hasStates && <td className="bt-review">{instead(id) ?? <Word outcome={outcome} open={open} />}</td>}
            {hasLines && (
              <td className="bt-n bt-lines muted nowrap">
                {outcome.changes ? (
                  <ShowChanges room={view.name} taskId={taskId} changes={outcome.changes} />
                ) : (
                  "no diff"
                )}
              </td>
            )}
            {hasCosts && (
              <td className="bt-n bt-usd nowrap">
                <Usd of={outcome.usage} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Its author; before there is one, the role that the plan gave it to. */
function doneBy(
  { ended, team }: RoomView,
  { proposals }: Session,
  names: Names,
  taskId: TaskId,
  { planId, author }: TaskOutcome,
): string {
  if (author) return author.name;
  const known = ended.find(({ id }) => id === taskId);
  if (known && known.state === "completed") return known.by;
  const planned = proposals.plan?.value.tasks.find(({ id }) => id === planId);
  return planned && team ? names.role(roleOf(team, planned)) : "";
}

/** @param open what is said of a task that was not done: as its batch ended, so did it */
function Word({
  outcome: { state, rounds, unreviewed },
  open,
}: {
  outcome: TaskOutcome;
  open: "active" | "stopped" | "failed";
}): ReactNode {
  const after = counted(rounds, "round");
  if (state === "passed" && !unreviewed)
    return (
      <>
        <span className="c-ok">
          <Icon of={Check} size="s" />
        </span>{" "}
        <span className="sr">passed, </span>
        <span className="muted">{rounds > 0 ? after : "done"}</span>
      </>
    );
  if (state === "passed") return <span className="c-warn">done, unreviewed</span>;
  if (state === "open") return <span className="muted">{BATCH_STATE[open]}</span>;
  if (state === "skipped") return <span className="c-warn">continues without passing</span>;
  return (
    <span className="muted">
      <Icon of={X} size="s" /> {state === "rolled_back" ? "rolled back" : "not done"}
    </span>
  );
}

/** A number if all of it has a price; an unknown part is mentioned. */
function Usd({ of }: { of: Usage }): ReactNode {
  const usd = usdText(of.costUsdMicros);
  const known = isReported(of) ? knownCost(of) : "none";
  if (known === "all") return estimatedText(of) === "" ? usd : <span title={costText(of)}>{`${usd} estimated`}</span>;
  return (
    <span className="muted" title={costText(of)}>
      {known === "some" ? `at least ${usd}` : "unknown"}
    </span>
  );
}
