import type { Deadlines } from "../kernel/deadline.ts";

/** A permission that nobody answered in time is denied. */
export const permissionDeadlines: Deadlines = (room) =>
  Object.values(room.decisions).flatMap(({ id, subject, openedAt }) => {
    if (subject.kind !== "call") return [];
    const { deadlineAt } = subject;
    const minutes = Math.max(1, Math.round((deadlineAt - openedAt) / 60_000));
    const reason = `Nobody answered within ${minutes} min. The call was denied.`;
    return [
      {
        dueAt: deadlineAt,
        expire: () => [
          {
            type: "decision.withdrawn" as const,
            data: { decisionId: id, reason },
            actor: { kind: "server" as const },
          },
        ],
      },
    ];
  });
