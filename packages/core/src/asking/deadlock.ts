import * as z from "zod";
import type { DecisionOption } from "../decision/decision.ts";
import {
  type Answering,
  type AskedDecision,
  anOption,
  defineQuestion,
  done,
  type Effect,
} from "../decision/question.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { counted, listed, listedUpTo } from "../kernel/words.ts";
import type { Lock, LockId } from "../lock/lock.ts";
import { lockOf } from "../lock/places.ts";
import { circlesOf, inTheWayOf } from "../lock/waiting.ts";
import { heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import { decidePutBack } from "../task/put-back.ts";

declare module "../kernel/question.ts" {
  interface Acts {
    /** The one in the circle that waits for this lock gives way. */
    yield: { lockId: LockId };
  }

  interface Questions {
    deadlock: Asks<"locks", "yield">;
  }
}

/** Agents wait for each other's locks: who gives way? */
export const deadlock = defineQuestion({
  kind: "deadlock",
  finds: ({ room, waiters }) => circlesOf(room.locks.live).map((circle) => ask(room, circle, waiters())),
  appears: (room) => circlesOf(room.locks.live).length > 0,
  moot: ({ locks }, { subject }) =>
    subject.lockIds.every((id) => lockOf(locks.live, id)?.fence === null)
      ? "Others wait in this circle, too."
      : "They no longer wait for each other.",
  answers: { yield: { fields: { lockId: z.number() }, does: giveWay } },
});

function ask(room: Room, circle: readonly Lock[], waiters: WaitersByTask): AskedDecision<"deadlock"> {
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

function yieldOption(live: readonly Lock[], circle: readonly Lock[], i: number): DecisionOption<"yield"> {
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

/** Tasks whose locks are in the way go back; a lock that belongs to no task is released. */
function giveWay({ room, act, by, actor, note: reason }: Answering<"locks", "yield">): Effect {
  const { lockId } = act;
  const { live } = room.locks;
  const circle = circlesOf(live).find((one) => one.some(({ id }) => id === lockId));
  if (!circle) return done([]);
  const at = circle.findIndex(({ id }) => id === lockId);
  const inTheWay = inTheWayOf(live, circle, at);
  const events: ActedFact[] = [];
  for (const taskId of tasksOf(inTheWay)) {
    const back = decidePutBack(room, { type: "putBackTask", by, taskId, fence: null, reason });
    if (!back.ok) return back;
    events.push(...back.events);
  }
  for (const { id, taskId } of inTheWay)
    if (taskId === null) events.push({ type: "lock.released", data: { lockId: id, reason }, actor });
  return done(events);
}

function tasksOf(locks: readonly Lock[]) {
  return [...new Set(locks.flatMap(({ taskId }) => (taskId === null ? [] : [taskId])))];
}

function patternsOf(locks: readonly Lock[]): string {
  return listedUpTo(3, [...new Set(locks.flatMap(({ patterns }) => patterns))]);
}
