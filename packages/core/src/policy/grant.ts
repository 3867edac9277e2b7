import type { CallSubject, Decision } from "../decision/decision.ts";
import type { NewId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type Allowance, familyOf } from "./judge.ts";
import { type Grant, policyOf, WORDS_MAX } from "./policy.ts";

export const PERMIT_SCOPES = ["once", "task", "role"] as const;
export type PermitScope = (typeof PERMIT_SCOPES)[number];

/** What an answer allows beyond its call. */
export function grantsFor(
  room: Room,
  { agentId, taskId, asks }: CallSubject,
  scope: PermitScope,
  { newId, by }: { newId: NewId; by: string },
): Omit<Grant, "at">[] {
  const role = room.agents[agentId]?.role;
  if (scope === "once" || !role) return [];
  const of = scope === "role" ? { kind: scope, role } : taskId && { kind: scope, taskId };
  if (!of) return [];
  return asks.map(({ rule, words }) => ({
    id: newId(),
    rule,
    words: scope === "role" ? familyOf(words.split(" ")) : words,
    scope: of,
    by,
  }));
}

/** Other open permissions that ask for nothing beyond what these grants allow. */
export function alsoAllowed(room: Room, answered: Decision, grants: readonly Omit<Grant, "at">[]): Decision[] {
  return Object.values(room.decisions).filter(({ id, subject }) => {
    if (id === answered.id || subject.kind !== "call" || subject.asks.length === 0) return false;
    const role = room.agents[subject.agentId]?.role;
    return subject.asks.every(({ rule, words }) =>
      grants.some(
        (one) =>
          one.rule === rule &&
          (one.scope.kind === "role"
            ? one.scope.role === role && one.words === familyOf(words.split(" "))
            : one.scope.taskId === subject.taskId && one.words === words),
      ),
    );
  });
}

/** Whether what is asked can be allowed for more than one call. */
export function isGrantable(asks: readonly Allowance[]): boolean {
  return asks.length > 0 && asks.length <= 10 && asks.every(({ words }) => words.length <= WORDS_MAX);
}

/** What was allowed for this task, and in this role. */
export function allowedFor(room: Room, role: RoleName, taskId: TaskId | null): Grant[] {
  return policyOf(room).grants.filter(({ scope }) =>
    scope.kind === "role" ? scope.role === role : scope.taskId === taskId,
  );
}
