import type { RoomView } from "@squadroom/core/kernel/view";
import { counted } from "@squadroom/core/kernel/words";
import { criticalPath } from "@squadroom/core/pipeline/graph";
import type { PlanTask } from "@squadroom/core/reply/shapes";
import { estimateOf } from "@squadroom/core/session/plan/plan-estimate";
import { preflightOf } from "@squadroom/core/session/plan/preflight";
import { wavesOf } from "@squadroom/core/session/plan/waves";
import type { BrainstormSession } from "@squadroom/core/session/record/session";
import type { Boundaries } from "@squadroom/core/task/boundaries";
import { Link } from "@tanstack/react-router";
import { Check, List, TriangleAlert, Workflow } from "lucide-react";
import { type ReactNode, useState } from "react";
import { may } from "../../live/allowed.ts";
import { buttonClass } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Segments } from "../../ui/segments.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { AnswerBar } from "./answer-bar.tsx";
import { boundaryWords } from "./boundary-fields.tsx";
import { estimateWords } from "./estimate-words.ts";
import { asFirst } from "./first-answer.ts";
import { PlanGraph } from "./plan-graph.tsx";
import { TaskLine } from "./plan-task.tsx";
import { ProposalHead, SectionHead } from "./proposal-head.tsx";
import { askedOf, type StepProps } from "./step-props.ts";
import { GATE_PRESET_LOW } from "./words.ts";

const PLAN_WARNING = {
  shared_file: "Several tasks, one file",
  outside: "Outside the repository",
  out_of_bounds: "Outside the boundaries",
  no_role: "Role not in the team",
  nobody_there: "Nobody connected",
  no_criteria: "No success criteria",
  no_reviewer: "Reviewer not in the team",
};

/** The tasks in waves, and what to know before they start. */
export function PlanStep(props: StepProps<BrainstormSession>): ReactNode {
  const { state, session, names, answers } = props;
  const [shown, setShown] = useState<"list" | "graph">("list");
  const proposal = session.proposals.plan;
  if (!proposal) return null;
  const { tasks } = proposal.value;
  const asked = askedOf(props, "plan");
  const waves = wavesOf(tasks);
  const last = Math.max(1, ...waves.values());
  const { team, sessions } = state.view;
  const estimate = team && estimateOf({ team, sessions }, session);
  return (
    <>
      <div className="se-in">
        <ProposalHead
          proposal={proposal}
          title={`${batchWords(session)}${counted(tasks.length, "task")} in ${counted(last, "wave")}`}
          decision={asked}
          answers={answers}
        >
          {estimate && (
            <p className="small muted dots">
              {estimateWords(estimate).map((part) => (
                <span key={part}>{part}</span>
              ))}
            </p>
          )}
        </ProposalHead>
        <Preflight tasks={tasks} view={state.view} boundaries={session.boundaries} />
        <section>
          <SectionHead
            title="Tasks"
            hint={`critical path of ${counted(criticalPath(tasks).ids.length, "task")}, widest wave ${widest(waves)}, gates ask for: ${GATE_PRESET_LOW[session.gates.preset]}`}
          >
            <Segments
              label="Tasks shown as"
              value={shown}
              options={[
                { value: "list", label: "List", icon: <Icon of={List} size="s" /> },
                {
                  value: "graph",
                  label: "Graph",
                  icon: <Icon of={Workflow} size="s" />,
                },
              ]}
              onChange={setShown}
            />
          </SectionHead>
          {may(state, "createSession") && (
            <p>
              <Link
                className={buttonClass("ghost")}
                to="/rooms/$room/sessions"
                params={{ room: state.view.name }}
                search={{ new: true, from: `plan:${session.id}` }}
              >
                Start a session with this plan
              </Link>
            </p>
          )}
          {shown === "graph" ? (
            <PlanGraph tasks={tasks} names={names} />
          ) : (
            Array.from({ length: last }, (_, i) => i + 1).map((wave) => (
              <div key={wave}>
                <h4 className="pl-wave label">{`Wave ${wave}`}</h4>
                <ol>
                  {tasks
                    .filter(({ id }) => waves.get(id) === wave)
                    .map((task) => (
                      <TaskLine key={task.id} task={task} names={names} />
                    ))}
                </ol>
              </div>
            ))
          )}
        </section>
      </div>
      {asked && <AnswerBar decision={asked} answers={answers} first={asFirst(asked.options[0])} />}
    </>
  );
}

function widest(waves: ReadonlyMap<string, number>): number {
  const sizes = new Map<number, number>();
  for (const wave of waves.values()) sizes.set(wave, (sizes.get(wave) ?? 0) + 1);
  return Math.max(0, ...sizes.values());
}

/** "Batch 1 of 3, the store: " before a title; nothing without batches. */
export function batchWords({ batch, batches }: BrainstormSession): string {
  const current = batch === null ? undefined : batches?.[batch];
  if (!current || batch === null) return "";
  const title = plainText(current.title);
  return `${say`Batch ${batch + 1} of ${batches?.length ?? 0}, ${title}:`} `;
}

/** What to know before the tasks start; none of it blocks. */
function Preflight({
  tasks,
  view,
  boundaries,
}: {
  tasks: readonly PlanTask[];
  view: RoomView;
  boundaries: Boundaries | undefined;
}): ReactNode {
  const warnings = preflightOf(view, tasks, boundaries);
  const isInside = !warnings.some(({ kind }) => kind === "outside");
  const isBounded = boundaries && boundaries.allowed.length + boundaries.forbidden.length > 0;
  const isWithin = !warnings.some(({ kind }) => kind === "out_of_bounds");
  return (
    <section aria-label="Preflight">
      <SectionHead
        title="Preflight"
        hint={warnings.length === 0 ? "nothing to note" : `no blockers, ${counted(warnings.length, "thing")} to note`}
      />
      <ul>
        {warnings.map(({ kind, what, text }) => (
          <li key={`${kind} ${what}`} className="pf">
            <span className="c-warn">
              <Icon of={TriangleAlert} size="s" />
            </span>
            <span className="strong">{PLAN_WARNING[kind]}</span>
            <span className="muted">{text}</span>
          </li>
        ))}
        <Fine title="No cycles" text="every task can start in its wave" />
        {isInside && (
          <Fine title="Inside the repository" text={`${tasks.length} of ${counted(tasks.length, "task")}`} />
        )}
        {isInside && isBounded && isWithin && <Fine title="Inside the boundaries" text={boundaryWords(boundaries)} />}
      </ul>
    </section>
  );
}

function Fine({ title, text }: { title: string; text: string }): ReactNode {
  return (
    <li className="pf">
      <span className="c-ok">
        <Icon of={Check} size="s" />
      </span>
      <span className="strong">{title}</span>
      <span className="muted">{text}</span>
    </li>
  );
}
