import type { RoomView } from "@squadroom/core/log/view";
import type { PlanTask } from "@squadroom/core/reply/shapes";
import type { Session } from "@squadroom/core/session/session";
import { availableRoles } from "@squadroom/core/team/availability";
import { Check, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { RichText } from "../../ui/rich-text.tsx";
import { plainText } from "../../words/plain-text.ts";
import { wordsOf } from "../../words/words-of.ts";
import { AnswerBar } from "./answer-bar.tsx";
import { sharedFiles, wavesOf } from "./plan-waves.ts";
import { ProposalHead, SectionHead } from "./proposal-head.tsx";
import { askedOf, type StepProps } from "./step-props.ts";

/** The tasks in waves, and what to know before they start. */
export function PlanStep(props: StepProps): ReactNode {
  const { t } = wordsOf("session");
  const { state, session, names, answers } = props;
  const proposal = session.proposals.plan;
  if (!proposal) return null;
  const { tasks } = proposal.value;
  const asked = askedOf(props, "plan");
  const approve = asked?.options.find(({ id }) => id === "approve");
  const waves = wavesOf(tasks);
  const last = Math.max(1, ...waves.values());
  return (
    <>
      <div className="se-in">
        <ProposalHead
          proposal={proposal}
          title={`${batchWords(session)}${t("plan.title", { count: tasks.length, waves: t("plan.waves", { count: last }) })}`}
          decision={asked}
          answers={answers}
        />
        <Preflight tasks={tasks} session={session} view={state.view} names={names} />
        <section>
          <SectionHead title={t("plan.tasks")} />
          {Array.from({ length: last }, (_, i) => i + 1).map((wave) => (
            <div key={wave}>
              <h4 className="pl-wave label">{t("plan.wave", { wave })}</h4>
              <ol>
                {tasks
                  .filter(({ id }) => waves.get(id) === wave)
                  .map((task) => (
                    <TaskLine key={task.id} task={task} names={names} />
                  ))}
              </ol>
            </div>
          ))}
        </section>
      </div>
      {asked && (
        <AnswerBar
          decision={asked}
          answers={answers}
          hidden={["renew"]}
          first={{
            optionId: "approve",
            label: approve?.label ?? "",
            consequence: approve?.consequence ?? "",
          }}
        />
      )}
    </>
  );
}

/** "Batch 1 of 3, the store: " in front of a title; nothing without batches. */
export function batchWords({ batch, batches }: Session): string {
  const current = batch === null ? undefined : batches?.[batch];
  if (!current || batch === null) return "";
  const { t } = wordsOf("session");
  const title = plainText(current.title);
  return `${t("plan.ofBatch", { at: batch + 1, of: batches?.length ?? 0, title })} `;
}

interface Known {
  key: string;
  title: string;
  text: ReactNode;
}

function Preflight({
  tasks,
  session,
  view,
  names,
}: {
  tasks: readonly PlanTask[];
  session: Session;
  view: RoomView;
  names: Names;
}): ReactNode {
  const { t, say } = wordsOf("session");
  const known: Known[] = [
    ...sharedFiles(tasks).map(({ file, ids }) => ({
      key: `file ${file} ${ids[0]}`,
      title: t("plan.shared"),
      text: say("plan.sharedText", { tasks: ids.join(", "), file }),
    })),
    ...emptyRoles(tasks, view).map(({ role, ids }) => ({
      key: `role ${role}`,
      title: t("plan.nobody"),
      text: t("plan.nobodyText", { role: names.role(role), tasks: ids.join(", ") }),
    })),
    ...(session.proposals.plan?.repairs ?? [])
      .filter(({ kind }) => kind === "role")
      .map(({ path, message }) => ({
        key: `mended ${path}`,
        title: t("plan.mended"),
        text: message,
      })),
  ];
  return (
    <section aria-label={t("plan.preflight")}>
      <SectionHead
        title={t("plan.preflight")}
        hint={known.length === 0 ? t("plan.fine") : t("plan.toKnow", { count: known.length })}
      />
      <ul>
        {known.map(({ key, title, text }) => (
          <li key={key} className="pf">
            <span className="c-warn">
              <Icon of={TriangleAlert} size="s" />
            </span>
            <span className="strong">{title}</span>
            <span className="muted">{text}</span>
          </li>
        ))}
        <li className="pf">
          <span className="c-ok">
            <Icon of={Check} size="s" />
          </span>
          <span className="strong">{t("plan.noCycles")}</span>
          <span className="muted">{t("plan.noCyclesText")}</span>
        </li>
      </ul>
    </section>
  );
}

/** Roles of the team with work in the plan and nobody there to do it. */
export function emptyRoles(
  tasks: readonly Pick<PlanTask, "id" | "role">[],
  view: RoomView,
): { role: string; ids: string[] }[] {
  const there = new Set<string>(availableRoles(view));
  const inTeam = new Set<string>((view.team?.roles ?? []).map(({ name }) => name));
  const empty = new Map<string, string[]>();
  for (const { id, role } of tasks)
    if (role !== undefined && inTeam.has(role) && !there.has(role))
      empty.set(role, [...(empty.get(role) ?? []), id]);
  return [...empty].map(([role, ids]) => ({ role, ids }));
}

function TaskLine({ task, names }: { task: PlanTask; names: Names }): ReactNode {
  const { t } = wordsOf("session");
  const { id, title, files = [], requires = [], role, successCriteria = [], instruction } = task;
  return (
    <li className="pl">
      <span className="mono muted pl-id">{id}</span>
      <div className="pl-what">
        <span className="strong">{plainText(title)}</span>
        <span className="small muted dots">
          <span>{role ? t("plan.role", { role: names.role(role) }) : t("plan.anyRole")}</span>
          <span>
            {requires.length > 0
              ? t("plan.needs", { tasks: requires.join(", ") })
              : t("plan.needsNothing")}
          </span>
        </span>
        {files.length > 0 && <span className="small muted mono pl-files">{files.join(", ")}</span>}
        <details className="se-fold">
          <summary aria-label={t("plan.details", { id })}>{t("plan.instruction")}</summary>
          <RichText text={instruction} />
          {successCriteria.length > 0 && (
            <>
              <p className="label">{t("plan.criteria")}</p>
              <ul className="se-points">
                {successCriteria.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </>
          )}
        </details>
      </div>
    </li>
  );
}
