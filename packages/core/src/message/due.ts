import type { MessageId, RoleName } from "../kernel/ids.ts";
import type { Priority } from "../kernel/priority.ts";
import type { RoomView } from "../kernel/view.ts";
import { findRole } from "../team/team.ts";
import { type OpenMessage, RAISED_S, waitingApart } from "./open.ts";

/** Most of them that a room's card names, the first to be due. */
export const DUE_NAMED = 20;

/** What an agent waits for from another, while no person is asked about it, and what has not arrived in time. */
export interface AnswerDue {
  messageId: MessageId;
  /** Shown names: of the agent that asks, and of the agent or role that is asked. */
  from: string;
  to: string;
  subject: string;
  priority: Priority;
  /** `null`: it needs no answer, and is late or waits for somebody to fill its role. */
  responseBy: number | null;
  /** It did not arrive within its priority's limit. */
  isLate: boolean;
  isRaised: boolean;
  /** When a person is asked, epoch ms; `null`: its priority is raised first. */
  asksAt: number | null;
}

/** What agents wait for from each other: the first to be due come first, with the number of all. */
export function answersDue(view: RoomView): { count: number; first: AnswerDue[] } {
  const { open } = waitingApart(view.openMessages);
  const due = open.flatMap((one) => dueOf(view, one));
  const at = ({ responseBy }: AnswerDue) => responseBy ?? Number.MAX_SAFE_INTEGER;
  due.sort((a, b) => at(a) - at(b));
  return { count: due.length, first: due.slice(0, DUE_NAMED) };
}

function dueOf(view: RoomView, one: OpenMessage): AnswerDue[] {
  const { id: messageId, from, to, subject, priority, responseBy, ...since } = one;
  const { isLate, raisedAt, overdueAt } = since;
  const isForNobody = responseBy === null && isUnfilled(view, to.role);
  if (!from || overdueAt !== null || (responseBy === null && !isForNobody && !isLate)) return [];
  const agent = to.agentId === null ? undefined : view.agents[to.agentId];
  const role = view.team ? findRole(view.team, to.role)?.title : undefined;
  const asksAt = raisedAt === null || responseBy === null ? null : Math.max(responseBy, raisedAt + RAISED_S * 1000);
  return [
    {
      messageId,
      from: from.name,
      to: agent?.name ?? role ?? to.role,
      subject,
      priority,
      responseBy,
      isLate,
      isRaised: raisedAt !== null,
      asksAt,
    },
  ];
}

function isUnfilled({ agents }: RoomView, role: RoleName): boolean {
  return !Object.values(agents).some((one) => one.role === role && one.offlineReason !== "left");
}
