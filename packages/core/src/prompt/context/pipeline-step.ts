import type { Room } from "../../kernel/room.ts";
import { counted, listed } from "../../kernel/words.ts";
import { folderOf } from "../../pipeline/apart.ts";
import { countedSteps, type PipelineStep, prefixOf, revisionOf } from "../../pipeline/pipeline.ts";
import { roundsFor } from "../../session/discussion/rounds.ts";
import { isDone, stepOfTask } from "../../session/pipeline/steps.ts";
import type { PipelineSession } from "../../session/record/session.ts";
import { loopOf } from "../../task/loop.ts";
import type { Task } from "../../task/task.ts";
import { perspectivesOf } from "../../team/perspectives.ts";
import { findRole, type Team } from "../../team/team.ts";
import { showRoundCommand } from "../commands.ts";
import { inline } from "../markdown.ts";

type Round = ReturnType<typeof roundsFor>[number];

/** Which step of its pipeline a task is, what follows it, and whether its agent keeps what comes. */
export function pipelineLines({ team }: Room, session: PipelineSession, task: Task): string[] {
  const { pipeline } = session;
  const { steps } = pipeline;
  const step = stepOfTask(session, task.id);
  if (!step) return ["End it with `done`."];
  const follows = steps.filter(({ requires }) => requires.includes(step.id));
  const count = countedSteps(steps).length;
  const prefix = prefixOf(step);
  const more = steps.some((other) => other !== step && prefixOf(other) === prefix && !isDone(session, other));
  return [
    `Step ${task.id} of the pipeline ${inline(pipeline.title)} (${counted(count, "step", "steps")}). End it with \`done\`: ${followText(session, follows)}`,
    ...(more && loopOf(team, task.role) !== false
      ? [`You keep the ${prefix} tasks of this session: \`wait\` gives you the next one as soon as it can start.`]
      : []),
    ...apartLine(session, steps),
    ...sentBackLine(session, step),
    ...judgedLine(team, step, roundsOf(team, task, steps, step)),
  ];
}

function roundsOf(team: Team, { role }: Task, steps: readonly PipelineStep[], step: PipelineStep): readonly Round[] {
  const own = findRole(team, role);
  return own ? roundsFor(team, own, steps, step.id) : [];
}

/** Why its files aren't where the pipeline itself says. */
function apartLine({ id }: PipelineSession, steps: readonly PipelineStep[]): string[] {
  const folder = `${folderOf(id)}/`;
  const isApart = steps.some(({ outputs = [] }) => outputs.some((path) => path.startsWith(folder)));
  return isApart ? [`Another session makes files of the same names, so this one's are in \`${folder}\`.`] : [];
}

/** Where to read the discussion that its revision comes from. */
function sentBackLine({ id, discussions = [] }: PipelineSession, step: PipelineStep): string[] {
  const { first, revision } = revisionOf(step.id);
  const before = revision > 1 ? `${first}-R${revision - 1}` : first;
  const last = discussions.findLast((one) => one.step === before && one.verdict);
  return revision > 0 && last?.verdict?.outcome === "blocked" && /^[\w-]+$/.test(last.round)
    ? [`\`${showRoundCommand(id, last.round)}\` prints the whole discussion of ${last.taskId}.`]
    : [];
}

/** Who judges the work before it counts, and what sends it back. */
function judgedLine(team: Team, step: PipelineStep, rounds: readonly Round[]): string[] {
  if (rounds.length === 0) return [];
  const views = rounds.flatMap(({ perspectives }) => perspectivesOf(team, perspectives));
  const looks = new Map(views.map(({ name, focus }) => [name, focus]));
  const judges = [...looks].map(([name, focus]) =>
    focus === "" ? inline(name) : `${inline(name)} (${inline(focus)})`,
  );
  const names = listed(rounds.map(({ round }) => inline(round)));
  const follows = revisionOf(step.id).revision > 0 ? "goes to a person" : "sends it back once";
  return [
    `Before it counts, ${names} ${rounds.length === 1 ? "judges" : "judge"} it: ${judges.join("; ")}. A missing requirement, a high risk, two ratings of 2 or lower of 5, or an average below 3 ${follows}.`,
  ];
}

function followText({ execution }: PipelineSession, follows: readonly PipelineStep[]): string {
  const [checkpoint] = follows.filter(({ isCheckpoint }) => isCheckpoint);
  if (checkpoint) return `a person then answers at the checkpoint “${inline(checkpoint.title)}”.`;
  if (follows.length === 0) return "no other step waits for it.";
  const names = follows.map(({ id, title }) => `${execution?.tasks[id] ?? id} (${inline(title)})`);
  return `${listed(names)} ${follows.length === 1 ? "waits" : "wait"} for it.`;
}
