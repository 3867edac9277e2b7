import type { Agent } from "../agent/agent.ts";
import type { AskedDecision, DecisionOption } from "../decision/decision.ts";
import { anOption } from "../decision/option.ts";
import type { AgentId, MessageId, RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { listedUpTo } from "../kernel/words.ts";
import { heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import { liveTask } from "../task/order.ts";
import { unavailableSince } from "../team/availability.ts";
import { specError, specErrorText } from "../team/role-spec.ts";
import { findRole } from "../team/team.ts";
import { type OpenMessage, RAISED_S, type Thread, type ThreadEnd, waitingApart } from "./open.ts";

const MORE = `${RAISED_S / 60} minutes more`;

/** Answers that did not come, and subjects that go round and round: what the room asks a person about. */
export function stuckMessages(room: Pick<Room, "openMessages">): (OpenMessage | Thread)[] {
  const { open, stopped } = waitingApart(room.openMessages);
  return [...open.filter(({ overdueAt }) => overdueAt !== null), ...stopped];
}

export function isThread(stuck: OpenMessage | Thread): stuck is Thread {
  return "turns" in stuck;
}

/** The agents that an answer goes to. */
export function concerned(room: Room, id: MessageId): AgentId[] {
  const { open, threads } = room.openMessages;
  const thread = threads.find((one) => one.id === id && one.stoppedAt !== null);
  if (thread) return thread.between.flatMap(({ agentId }) => agentId ?? []);
  return open.filter((one) => one.id === id).flatMap((one) => askerOf(room, one)?.id ?? []);
}

export function aboutMessage(
  room: Room,
  stuck: OpenMessage | Thread,
  waiters: WaitersByTask,
): AskedDecision {
  return isThread(stuck) ? aboutThread(room, stuck) : aboutAnswer(room, stuck, waiters);
}

function aboutAnswer(room: Room, open: OpenMessage, waiters: WaitersByTask): AskedDecision {
  const { id: messageId, to, subject, said, taskId, isLate, deliveredAt } = open;
  const who = calledIn(room, to);
  const asker = askerOf(room, open)?.name ?? "The room";
  const isUnread = deliveredAt === null;
  const isAlone = isUnread && to.agentId === null && unavailableSince(room, to.role) !== null;
  const what = isAlone
    ? `No ${who} is connected to answer ${asker}`
    : `${who} has not answered ${asker}`;
  return {
    kind: "message_overdue",
    subject: { kind: "message", messageId, about: subject, taskId },
    question: `${what}: ${quoted(subject)} What should ${asker} do?`,
    reason: withSaid(
      said,
      isAlone
        ? `Nobody has read it: ${whyAlone(room, to.role)}`
        : [
            open.raisedAt === null
              ? "The answer is overdue."
              : "The answer is overdue, and asking again with a higher priority did not bring it.",
            ...(isLate || isUnread ? [unreadBy(room, to, who)] : []),
          ].join(" "),
    ),
    options: [
      answered(`Your note is the answer that ${asker} gets.`),
      anOption("wait", "Wait longer", `${who} has ${MORE}.`, { kind: "wait_for_answer" }),
      anOption(
        "close",
        "Go on without it",
        `${asker} is told to decide alone and to say so in the result.`,
        { kind: "close_message" },
      ),
    ],
    urgency: open.priority,
    holdsUp: taskId === null ? 0 : heldUpBy(waiters, [taskId]),
    askedBy: null,
  };
}

function aboutThread(
  room: Room,
  { id, subject, between, turns, said, beganAt, stoppedAt }: Thread,
): AskedDecision {
  const [a, b] = between.map((end) => calledIn(room, end)) as [string, string];
  const minutes = Math.max(1, Math.round(((stoppedAt ?? beganAt) - beganAt) / 60_000));
  return {
    kind: "message_loop",
    subject: { kind: "message", messageId: id, about: subject, taskId: null },
    question: `${a} and ${b} go round in circles: ${quoted(subject)} What holds?`,
    reason: withSaid(
      said && `${a} began with: ${said}`,
      `${turns} turns in ${minutes} min, and nothing in the room changed. Nothing more is taken on this subject until you answer.`,
    ),
    options: [
      answered("Your note settles it for both."),
      anOption("wait", "Let them go on", "They may write each other six times more.", {
        kind: "wait_for_answer",
      }),
      anOption("close", "End it", "Both are told to stop and go on with what they have.", {
        kind: "close_message",
      }),
    ],
    urgency: "high",
    holdsUp: 0,
    askedBy: null,
  };
}

/** What was said, above why a person is asked. */
function withSaid(said: string | undefined, why: string): string {
  return said === undefined || said === "" ? why : `${said}\n\n${why}`;
}

/** Of whoever was asked by name, or of a role that somebody fills. */
function unreadBy(room: Room, { agentId }: ThreadEnd, who: string): string {
  const away = agentId === null ? null : awayText(room.agents[agentId]);
  return away === null ? `${who} has not seen the message yet.` : `${away}, and hasn't read it.`;
}

/** Why nobody fills a role. */
function whyAlone({ team, agents }: Room, role: RoleName): string {
  const filled = findRole(team, role);
  const bad = filled ? specError(filled) : null;
  if (bad) return `nobody can work by its spec. ${specErrorText(bad)}`;
  const were = Object.values(agents).filter((one) => one.role === role);
  const away = were.flatMap((one) => awayText(one) ?? []);
  if (away.length > 0) return `${listedUpTo(3, away)}.`;
  return `no agent has joined as ${filled?.title ?? role} yet.`;
}

/** `null`: it is there. */
function awayText(agent: Agent | undefined): string | null {
  if (!agent || agent.online) return null;
  return `${agent.name} ${agent.offlineReason === "left" ? "has left" : "is offline"}`;
}

/** Who waits: its sender, or whoever has the task that the room wrote about. */
function askerOf(room: Room, { from, taskId }: OpenMessage): Agent | undefined {
  if (from !== null) return room.agents[from.agentId];
  const lease = taskId === null ? null : (liveTask(room, taskId)?.lease ?? null);
  return lease === null ? undefined : room.agents[lease.agentId];
}

/** As a sentence of its own. */
function quoted(subject: string): string {
  return /[.?!…]$/.test(subject) ? `“${subject}”` : `“${subject}”.`;
}

function answered(consequence: string): DecisionOption {
  return anOption("answer", "Answer", consequence, { kind: "answer_message" }, { needsNote: true });
}

function calledIn(room: Room, { agentId, role }: ThreadEnd): string {
  const agent = agentId === null ? undefined : room.agents[agentId];
  return agent?.name ?? findRole(room.team, role)?.title ?? role;
}
