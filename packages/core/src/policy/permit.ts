import * as z from "zod";
import type { Agent } from "../agent/agent.ts";
import type { CallSubject } from "../decision/decision.ts";
import { reachesOut } from "../decision/look.ts";
import {
  type Answering,
  type AskedDecision,
  anOption,
  answeredAs,
  type DecisionAbout,
  defineQuestion,
  done,
  type Effect,
} from "../decision/question.ts";
import type { Room } from "../kernel/room.ts";
import { listedUpTo } from "../kernel/words.ts";
import { liveTask } from "../task/order.ts";
import { findRole } from "../team/team.ts";
import { alsoAllowed, grantsFor, PERMIT_SCOPES, type PermitScope } from "./grant.ts";
import { familyOf } from "./judge.ts";

declare module "../kernel/question.ts" {
  interface Acts {
    /** A tool call may run: this one, each like it in this task, or each of its kind in this role. */
    permit: { scope: PermitScope };
  }

  interface Questions {
    permission: Asks<"call", "permit" | "deny_call">;
  }
}

/** A tool call waits for a person; `decidePermission` asks. */
export const permission = defineQuestion({
  kind: "permission",
  stands: ({ room }, decision) => (whyMoot(room, decision) === null ? decision : null),
  moot: (room, decision) => whyMoot(room, decision) ?? "It settled itself.",
  // The call itself gets the answer.
  isHeard: true,
  answers: {
    permit: { fields: { scope: z.enum(PERMIT_SCOPES) }, does: permit },
    deny_call: () => done([]),
  },
});

/** `null` while the call may still get the answer. */
function whyMoot(room: Room, { subject }: DecisionAbout<"call">): string | null {
  const { name, online, offlineReason } = room.agents[subject.agentId] ?? {};
  if (!online && offlineReason !== "silent") return `${name ?? "Its agent"} left the room.`;
  const task = subject.taskId === null ? null : liveTask(room, subject.taskId);
  return task === undefined ? `${subject.taskId} has ended, so the call was denied.` : null;
}

/**
 * What was asked is no longer asked for this task, or in this role, and whatever waits for the same gets its answer
 * too; an answer for one call is its own record.
 */
function permit({ room, decision, act, by, note, actor, context }: Answering<"call", "permit">): Effect {
  const { scope } = act;
  const grants = grantsFor(room, decision.subject, scope, { newId: context.newId, by: by.name });
  if (grants.length === 0) return done([]);
  const data = { grants, decisionId: decision.id };
  const others = alsoAllowed(room, decision, grants).flatMap((one) => {
    const option = one.options.find(({ act: other }) => other.kind === "permit" && other.scope === scope);
    return option ? [answeredAs(one, option, { by, note }, option.label, null)] : [];
  });
  return done([{ type: "policy.granted", data, actor }, ...others]);
}

export function permitOptions(room: Room, agent: Agent, subject: CallSubject): AskedDecision<"permission">["options"] {
  const { taskId, asks } = subject;
  const title = findRole(room.team, agent.role)?.title ?? agent.role;
  const families = [...new Set(asks.map(({ words }) => familyOf(words.split(" ")).replace(/ \*$/, "")))];
  const wider = asks.length > 0;
  const now = reachesOut(subject) ? "This call runs now, and nobody can undo what it does." : "This call runs now.";
  return [
    anOption("once", "Allow once", `${now} The next one asks again.`, {
      kind: "permit",
      scope: "once",
    }),
    ...(wider && taskId !== null
      ? [
          anOption("task", `Allow for ${taskId}`, `The same call won't ask again until ${taskId} ends.`, {
            kind: "permit",
            scope: "task",
          }),
        ]
      : []),
    ...(wider
      ? [
          anOption(
            "role",
            `Always for ${title}`,
            `Any ${title} may run ${listedUpTo(4, families)} without asking. A lead can take it back.`,
            { kind: "permit", scope: "role" },
          ),
        ]
      : []),
    anOption("deny", "Deny", `Nothing runs. ${agent.name} reads your reason and looks for another way.`, "deny_call"),
  ];
}
