import type { Agent } from "../agent/agent.ts";
import { type AskedDecision, anOption, defineQuestion } from "../decision/question.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { listedUpTo } from "../kernel/words.ts";
import { heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import { unavailableSince } from "../team/availability.ts";
import { specError, specErrorText } from "../team/role-spec.ts";
import { findRole } from "../team/team.ts";
import { ANSWERS, askerOf, calledIn, type MessageAct, moot, quoted, withSaid, writeAnswer } from "./answer.ts";
import { type OpenMessage, RAISED_S, type ThreadEnd, waitingApart } from "./open.ts";

declare module "../kernel/question.ts" {
  interface Questions {
    message_overdue: Asks<"message", MessageAct>;
  }
}

const MORE = `${RAISED_S / 60} minutes more`;

/** Answers that did not come. */
export const messageOverdue = defineQuestion({
  kind: "message_overdue",
  finds: ({ room, waiters }) => overdue(room).map((open) => ask(room, open, waiters())),
  appears: (room) => overdue(room).length > 0,
  moot,
  answers: ANSWERS,
});

function overdue({ openMessages }: Room): OpenMessage[] {
  return waitingApart(openMessages).open.filter(({ overdueAt }) => overdueAt !== null);
}

function ask(room: Room, open: OpenMessage, waiters: WaitersByTask): AskedDecision<"message_overdue"> {
  const { id: messageId, to, subject, said, taskId, isLate, deliveredAt } = open;
  const who = calledIn(room, to);
  const asker = askerOf(room, open)?.name ?? "The room";
  const isUnread = deliveredAt === null;
  const isAlone = isUnread && to.agentId === null && unavailableSince(room, to.role) !== null;
  const what = isAlone ? `No ${who} is connected to answer ${asker}` : `${who} has not answered ${asker}`;
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
      writeAnswer(`Your note is the answer that ${asker} gets.`),
      anOption("wait", "Wait longer", `${who} has ${MORE}.`, "wait_for_answer"),
      anOption(
        "close",
        "Go on without it",
        `${asker} is told to decide alone and to say so in the result.`,
        "close_message",
      ),
    ],
    urgency: open.priority,
    holdsUp: taskId === null ? 0 : heldUpBy(waiters, [taskId]),
    askedBy: null,
  };
}

/** By whoever was asked by name, or by a role that somebody fills. */
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

/** `null`: it is present. */
function awayText(agent: Agent | undefined): string | null {
  if (!agent || agent.online) return null;
  return `${agent.name} ${agent.offlineReason === "left" ? "has left" : "is offline"}`;
}
