import type { Reported } from "../context/shared.ts";
import type { SessionStep } from "../flow/steps.ts";
import type { RoomEvent } from "../kernel/event.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { Said } from "../prompt/context/conversation.ts";
import { aboutWhole } from "../prompt/context/plan-part.ts";
import type { WholeWork } from "../prompt/context/whole.ts";
import type { ReviewReply } from "../reply/shapes.ts";
import { type EarlierTask, newestFirst, sourcesOf } from "../task/earlier.ts";
import type { NewTask, Task } from "../task/task.ts";

/** What came before a task, out of the log: the same as the server reads in its tables. */
export function earlierIn(
  log: readonly RoomEvent[],
  task: Pick<Task, "fromTaskId" | "requires" | "said">,
): EarlierTask[] {
  const known = recordsOf(log);
  const all = [...known.values()];
  const heirs = new Set<TaskId>(task.requires);
  for (const id of heirs) {
    for (const { task: next } of all) if (next.fromTaskId === id) heirs.add(next.id);
  }
  const found = new Map<TaskId, number>([...heirs, ...sourcesOf(task)].map((id) => [id, 1]));
  for (const [id, links] of found) {
    const { fromTaskId, requires = [] } = known.get(id)?.task ?? {};
    for (const near of [...(fromTaskId ? [fromTaskId] : []), ...requires])
      if (!found.has(near)) found.set(near, links + 1);
  }
  return newestFirst(
    [...found.keys()].flatMap((id) => asEarlier(known.get(id))),
    found,
  );
}

/** What came of the plan that a task is about, as the server reads it. */
export function workIn(log: readonly RoomEvent[], room: Room, task: Task): WholeWork {
  const session = aboutWhole(room, task);
  const { execution } = session ?? {};
  if (!session || !execution) return { tasks: [], reviews: [] };
  const known = recordsOf(log);
  const ids = Object.keys(execution.outcomes).filter((id) => id !== task.id) as TaskId[];
  const reviews = log.flatMap((event) => {
    if (event.type !== "session.proposed" || event.at < execution.at) return [];
    const { sessionId, step, proposal } = event.data;
    if (sessionId !== session.id || step !== "review") return [];
    const { version, by, value } = proposal;
    return [{ version, by: by.name, value: value as ReviewReply }];
  });
  return { tasks: newestFirst(ids.flatMap((id) => asEarlier(known.get(id)))), reviews };
}

/** What tasks of a session reported, as the server reads it. */
export function reportedIn(log: readonly RoomEvent[], sessionId: number | null): Reported[] {
  const all = [...recordsOf(log).values()].filter(
    ({ task, result }) => (task.sessionId ?? null) === sessionId && result !== null,
  );
  return all.toReversed().map(({ task, result, by, at }) => ({
    taskId: task.id,
    role: task.role,
    title: task.title,
    by,
    at,
    state: "completed",
    saidAt: at,
    keyDecisions: result?.keyDecisions ?? [],
    summary: result?.summary ?? "",
    files: (result?.artifacts ?? []).map(({ path }) => path),
  }));
}

/** What people answered about a session, as its conversation has it. */
export function saidIn(log: readonly RoomEvent[], sessionId: number | null): Said[] {
  const asked = new Map<string, { step: SessionStep; part: string | null }>();
  const said: Said[] = [];
  for (const { seq, at, type, data } of log) {
    if (type === "decision.opened" && data.decision.subject.kind === "session") {
      const { subject, id, kind } = data.decision;
      const isPartTold = kind === "review_failed" && subject.step === "execute";
      if (subject.sessionId === sessionId)
        asked.set(id, { step: subject.step, part: isPartTold ? subject.part : null });
    }
    if (type !== "decision.answered" && type !== "decision.superseded") continue;
    const of = asked.get(data.decisionId);
    if (!of) continue;
    const place = { seq, at, step: of.step, role: "person" as const, version: null };
    if (type === "decision.superseded") {
      const last = said.findLast(({ step }) => step === of.step);
      const content = `Took back “${last?.chosen?.split(": ")[0]}”.`;
      said.push({ ...place, by: data.by.name, kind: "undone", content, chosen: null });
      continue;
    }
    const { label, note, by } = data.answer;
    const chosen = [label, of.part].filter(Boolean).join(": ");
    const kind = note === "" ? ("choice" as const) : ("comment" as const);
    said.push({ ...place, by: by.name, kind, content: note, chosen });
  }
  return said;
}

interface Record {
  task: NewTask;
  result: EarlierTask["result"];
  by: string | null;
  at: number;
}

function recordsOf(log: readonly RoomEvent[]): Map<TaskId, Record> {
  const known = new Map<TaskId, Record>();
  const end = (id: TaskId, event: RoomEvent, result: EarlierTask["result"]) => {
    const record = known.get(id);
    if (!record) throw new Error(`${id} ended before it was made`);
    const by = "name" in event.actor ? event.actor.name : null;
    known.set(id, { ...record, result, by, at: event.at });
  };
  for (const event of log) {
    for (const task of tasksIn(event)) known.set(task.id, { task, result: null, by: null, at: event.at });
    if (event.type === "task.completed" || event.type === "task.submitted")
      end(event.data.taskId, event, event.data.result);
    if (event.type === "handoff.delivered") end(event.data.fromTaskId, event, event.data.result);
  }
  return known;
}

/** Whatever an event makes: one task, several, or those of a plan. */
function tasksIn({ data }: RoomEvent): NewTask[] {
  const { task, ...lists } = data as {
    task?: NewTask | null;
    tasks?: object[];
    reviews?: object[];
  };
  const many = [...(lists.tasks ?? []), ...(lists.reviews ?? [])].map(
    (one) => (one as { task?: NewTask }).task ?? (one as NewTask),
  );
  return [...(task ? [task] : []), ...many].filter(({ instruction }) => instruction !== undefined);
}

function asEarlier(record: Record | undefined): EarlierTask[] {
  if (!record) return [];
  const { task, result, by } = record;
  const { id, role, title, instruction, intent, fromTaskId, createdBy, createdAt } = task;
  const { boundaries, outputs, successCriteria } = task;
  const told = { id, role, title, instruction, intent, fromTaskId, createdBy, createdAt };
  const charge = { boundaries, outputs, successCriteria };
  const isMessage = task.origin.kind === "user_message";
  return [{ ...told, ...charge, isMessage, by, result }];
}
