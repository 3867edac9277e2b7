import type { AskedDecision, DecisionOption } from "../decision/decision.ts";
import { anOption } from "../decision/option.ts";
import { actorOf, type PersonCaller } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type RoomRuling } from "../kernel/ruling.ts";
import { counted, listed, listedUpTo } from "../kernel/words.ts";
import type { Lock, LockId } from "../lock/lock.ts";
import { lockOf } from "../lock/places.ts";
import { circlesOf, inTheWayOf } from "../lock/waiting.ts";
import { heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import { decidePutBack } from "../task/put-back.ts";

/** What the room asks about agents that wait for each other's locks: who gives way. */
export function aboutCircle(
  room: Room,
  circle: readonly Lock[],
  waiters: WaitersByTask,
): AskedDecision {
  const { live } = room.locks;
  const names = [...new Set(circle.map(({ holder }) => holder.name))];
  const tasks = circle.flatMap(({ taskId }) => (taskId === null ? [] : [taskId]));
  return {
    kind: "deadlock",
    subject: { kind: "locks", lockIds: circle.map(({ id }) => id), names },
    question: `${listed(names)} are waiting for each other. Who should yield?`,
    reason: circle
      .map((wanted, i) => {
        const has = patternsOf(inTheWayOf(live, circle, i));
        const task = wanted.taskId === null ? "" : ` (${wanted.taskId})`;
        return `${wanted.holder.name}${task} has ${has} and waits for ${patternsOf([wanted])}.`;
      })
      .join("\n"),
    options: circle.map((_, i) => yieldOption(live, circle, i)),
    urgency: "high",
    holdsUp: heldUpBy(waiters, tasks),
    askedBy: null,
  };
}

function yieldOption(live: readonly Lock[], circle: readonly Lock[], i: number): DecisionOption {
  const { id: lockId, holder } = circle[i] as Lock;
  const inTheWay = inTheWayOf(live, circle, i);
  const tasks = tasksOf(inTheWay);
  const count = inTheWay.length - inTheWay.filter(({ taskId }) => taskId !== null).length;
  const what = [
    ...tasks.map((task) => `${task} goes back to the queue as it is, and its locks end.`),
    ...(count > 0 ? [`${holder.name} loses ${counted(count, "lock")}.`] : []),
  ];
  const next = circle.at(i - 1)?.holder.name;
  return anOption(
    `yield:${lockId}`,
    `${holder.name} yields`,
    `${what.join(" ")} ${next} gets ${patternsOf([circle.at(i - 1) as Lock])} as soon as nobody else has it.`,
    { kind: "yield", lockId },
  );
}

/** The tasks of what is in the way go back; what belongs to no task is released. */
export function decideYield(
  room: Room,
  { by, lockId, reason }: { by: PersonCaller; lockId: LockId; reason: string },
): RoomRuling {
  const { live } = room.locks;
  const circle = circlesOf(live).find((one) => one.some(({ id }) => id === lockId));
  if (!circle) return accept([], {});
  const at = circle.findIndex(({ id }) => id === lockId);
  const inTheWay = inTheWayOf(live, circle, at);
  const events: ActedFact[] = [];
  for (const taskId of tasksOf(inTheWay)) {
    const back = decidePutBack(room, { type: "putBackTask", by, taskId, fence: null, reason });
    if (!back.ok) return back;
    events.push(...back.events);
  }
  const actor = actorOf(by);
  for (const { id, taskId } of inTheWay)
    if (taskId === null)
      events.push({ type: "lock.released", data: { lockId: id, reason }, actor });
  return accept(events, {});
}

/** Why nothing is asked about it any more. */
export function mootCircle({ locks }: Room, ids: readonly LockId[]): string {
  const { live } = locks;
  return ids.every((id) => lockOf(live, id)?.fence === null)
    ? "Others wait in this circle, too."
    : "They no longer wait for each other.";
}

function tasksOf(locks: readonly Lock[]) {
  return [...new Set(locks.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])))];
}

function patternsOf(locks: readonly Lock[]): string {
  return listedUpTo(3, [...new Set(locks.flatMap(({ patterns }) => patterns))]);
}
