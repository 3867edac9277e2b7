import type { Reply } from "@squadroom/client/call";
import { branchState } from "@squadroom/core/branch/state";
import { placedSessions } from "@squadroom/core/flow/sessions";
import { isThere } from "@squadroom/core/kernel/room";
import { chainOf } from "@squadroom/core/room/ball";
import { cardOf } from "@squadroom/core/room/card";
import { atWorkText } from "@squadroom/core/task/at-work";
import { awaited, openBlockers } from "@squadroom/core/task/blockers";
import { clockOf } from "@squadroom/core/task/clock";
import { compareTasks, heldTask } from "@squadroom/core/task/order";
import type { Task } from "@squadroom/core/task/task";
import { chainText } from "@squadroom/core/team/legs";
import { isReported, usageText } from "@squadroom/core/usage/usage";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { chooseRoom, openDoor } from "../door.ts";
import { own } from "../own-command.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { ballWords, columns, lasted, modeWords, presenceWords, shortened } from "../words.ts";

const TASKS_SHOWN = 20;

export function addStatus(program: Command, cli: Cli): void {
  const command = define(program, "status [room]", "show who has the ball, the team and the work of a room").option(
    "--room <name>",
    "the room; the same as the name alone",
  );
  answering(cli, command, async ([named], options) => {
    const door = await openDoor(cli);
    const room = await chooseRoom(door, named || options.room?.toString());
    const params = { room };
    const [snapshot, { agents }] = await Promise.all([
      door.call("getRoom", { params, query: { events: 0 } }),
      door.call("getReadiness", { params }),
    ]);
    const { view, observations, leaseS, now } = snapshot;
    const card = cardOf(view, observations, now, leaseS);
    return {
      data: {
        ...card,
        chain: chainOf(view),
        session: sessionOf(snapshot),
        work: workOf(snapshot),
        usage: agents.map(({ agentId, name, role, usage }) => ({ agentId, name, role, usage })),
      },
      text: statusText(snapshot, agents),
    };
  });
}

function statusText(snapshot: Reply<"getRoom">, agents: Reply<"getReadiness">["agents"]): string {
  const { view, observations, leaseS, now } = snapshot;
  const card = cardOf(view, observations, now, leaseS);
  const chain = chainOf(view);
  const [current] = placedSessions(view.sessions);
  const members = card.members.map(({ role, agentId, name, presence }) => {
    const agent = agentId ? view.agents[agentId] : undefined;
    const connected = agent ? oneLine(listOf([agent.class, agent.harness])) : "";
    const used = agents.find((one) => one.agentId === agentId)?.usage;
    const tokens = used && isReported(used) ? usageText(used, "subagent") : "";
    const { lease } = (agentId && heldTask(view, agentId)) || {};
    const atWork = (lease && atWorkText(lease)) ?? "";
    return [role, agentId ? name : "–", presenceWords(presence, now), connected, tokens, atWork];
  });
  const work = workOf(snapshot);
  const shown = work.slice(0, TASKS_SHOWN);
  const more = work.length > shown.length ? `  and ${work.length - shown.length} more: \`${own("task list")}\`\n` : "";
  return [
    `${view.name} (${listOf([card.preset, view.demo ? "demo" : null, modeWords(card)])}), event ${view.seq}`,
    `Ball: ${ballWords(card.ball, now, card.decisions.pending)}`,
    ...(chain ? [`Chain: ${chainText(chain.chain)} (${chain.variant}${chain.note ? `: ${chain.note}` : ""})`] : []),
    ...(current ? [`Session ${current.id}: ${shortened(current.title, 60)}, ${usageText(current.usage)}`] : []),
    ...machineLines(view),
    "",
    "Team",
    columns(members),
    "",
    shown.length === 0 ? "No work." : "Work",
    columns(shown.map((task) => taskRow(task, snapshot))),
    more,
  ]
    .join("\n")
    .replace(/\n+$/, "\n");
}

/** What only a person does about runners and their results. */
function machineLines(view: Reply<"getRoom">["view"]): string[] {
  const paused = Object.values(view.runs.runners ?? {}).filter((one) => one.isDraining);
  const ended = Object.values(view.branches).flatMap((one) => {
    const state = one.line === null ? branchState(view, one) : null;
    return state === "ready" || state === "unfinished" ? { key: one.key, state } : [];
  });
  return [
    ...paused.map(({ name, online, offlineReason }) =>
      online
        ? `Runner ${name} is paused and starts nothing: \`${own("runs resume")}\``
        : `Runner ${name} is gone (${offlineReason === "left" ? "it was stopped" : "nothing was heard of it"}): start it with \`squadroom run\`, which also resumes it.`,
    ),
    ...ended.map(({ key, state }) =>
      state === "ready"
        ? `Branch ${key} is ready: \`${own(`branches take ${key}`)}\``
        : `Branch ${key} is unfinished, its task has no result: \`${own(`branches show ${key}`)}\``,
    ),
  ];
}

/** The running session, with what it consumed and what it may consume. */
function sessionOf({ view }: Reply<"getRoom">) {
  const [session] = placedSessions(view.sessions);
  if (!session) return null;
  const { id, title, state, step, usage, budget } = session;
  return { id, title, state, step, usage, budget };
}

function workOf({ view }: Reply<"getRoom">): Task[] {
  return view.tasks.toSorted(compareTasks);
}

/** What keeps a held task comes before how far it is. */
function stateWords(task: Task, view: Reply<"getRoom">["view"]): string {
  if (isThere(view) && clockOf(view, task)?.pausedFor === "answer") return "waits for a person";
  if (awaited(task)) return "waits for an answer";
  return openBlockers(task).length > 0 ? "blocked" : task.state.replace("_", " ");
}

function taskRow(task: Task, { view, now }: Reply<"getRoom">): string[] {
  const { lease, progress } = task;
  const holder = lease ? view.agents[lease.agentId]?.name : undefined;
  const percent = progress?.percent === undefined ? "" : ` ${progress.percent} %`;
  const state =
    task.waitsFor.length > 0 ? `waits for ${task.waitsFor.join(", ")}` : `${stateWords(task, view)}${percent}`;
  const wanted = task.agentId === null ? undefined : view.agents[task.agentId]?.name;
  const who = lease
    ? `${holder ?? "?"}, ${lasted(now - lease.claimedAt)}`
    : wanted === undefined
      ? task.role
      : `for ${wanted} (${task.role})`;
  return [task.id, state, who, shortened(task.title, 60)];
}

function listOf(parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(", ");
}
