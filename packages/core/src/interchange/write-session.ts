import { accumulated } from "../context/accumulator.ts";
import type { TaskId } from "../kernel/ids.ts";
import { flowOf } from "../session/flow/flows.ts";
import { type InHand, messageFates, timeInHand } from "./by-log.ts";
import type { CarriedFile } from "./carried.ts";
import { ACCUMULATOR_FILE, SUMMARY_FILE, textFile } from "./carried.ts";
import { nameText, sessionRef, taskRef, timeText } from "./document-ids.ts";
import type { CarriedTask, SessionData } from "./session-data.ts";
import { discussionFiles } from "./write-discussion.ts";
import { errorFile, messageFile, planFile, progressFile, type TaskRefs } from "./write-work.ts";
import { documented, documentFile } from "./write-yaml.ts";

/**
 * A session as a folder: the files of the document's layout, and files of its own for what the layout has no place for.
 * Times, ids and keys are in the document's forms; what the room calls a thing is under `squadroom`. The same session
 * gives the same bytes.
 * @source document 002
 */
export function writeSession(data: SessionData): CarriedFile[] {
  const refs = refsOf(data.tasks);
  const spent = timeInHand(data.told);
  const fates = messageFates(data.told);
  return [
    statusFile(data),
    contextFile(data, refs),
    ...accumulatorFile(data, refs),
    ...(data.summary === null ? [] : [textFile(SUMMARY_FILE, data.summary)]),
    ...data.tasks.map((task) => planFile(task, refs)),
    ...data.tasks.flatMap((task) => progressFile(task, spentS(task, spent.get(task.id as TaskId)), refs) ?? []),
    ...discussionFiles(data.session, refs),
    ...data.messages.map((message) => messageFile(message, fates.get(message.id) ?? {}, refs)),
    ...data.errors.map((error) => errorFile(error, data.roomId, refs)),
    ...data.locks.map((lock) => {
      const { id, taskId, since, endsAt, patterns, by, ...more } = lock;
      return documentFile(`locks/lock-${id}.yaml`, "File Lock", {
        lock_id: id,
        agent: by.role ?? by.name,
        paths: patterns,
        task_id: taskId === null ? null : refs.of(taskId),
        since: timeText(since),
        until: endsAt === null ? null : timeText(endsAt),
        squadroom: { by, task: taskId, ...more },
      });
    }),
    ...ownFiles(data),
    ...artifactFiles(data.files),
  ];
}

function refsOf(tasks: readonly CarriedTask[]): TaskRefs {
  const refs = new Map(tasks.map(({ id, createdAt }, i) => [id, taskRef(i + 1, createdAt)]));
  const waiting = new Map<string, string[]>();
  for (const { id, requires } of tasks)
    for (const before of requires) waiting.set(before, [...(waiting.get(before) ?? []), refs.get(id) ?? id]);
  return {
    of: (taskId) => refs.get(taskId) ?? taskId,
    waitingFor: (taskId) => waiting.get(taskId) ?? [],
  };
}

/** Seconds that agents held it; for an agent at work, up to its last report. */
function spentS({ progress }: CarriedTask, inHand: InHand | undefined): number | null {
  if (!inHand) return null;
  const { ms, since } = inHand;
  return Math.round((ms + (since === null ? 0 : Math.max(0, (progress?.at ?? since) - since))) / 1000);
}

const GATES = { pending: "pending", in_progress: "in_progress", passed: "passed" } as const;

function statusFile(data: SessionData): CarriedFile {
  const { row, progress, session, roomId, room, description } = data;
  const { id, status, startedAt, createdAt, endedAt } = row;
  const isOver = endedAt !== null;
  const gates = Object.entries(progress?.gates ?? {}).map(([phase, state]) => {
    const word = state === "overridden" ? "passed" : state === "failed" ? "failed" : GATES[state];
    return [phase, word];
  });
  const at = startedAt ?? createdAt;
  return documentFile("session-status.md", "Session Status", {
    session_id: sessionRef(roomId, id, at),
    started_at: timeText(at),
    status: !isOver ? "active" : status === "completed" ? "completed" : "failed",
    phase: progress?.phase ?? "requirements",
    agents_active: isOver ? [] : rolesAtWork(data.tasks),
    tasks_total: progress?.tasksTotal ?? data.tasks.length,
    tasks_completed: progress?.tasksCompleted ?? data.tasks.filter(({ state }) => state === "completed").length,
    validation_gates: Object.fromEntries(gates),
    squadroom: {
      room,
      session: id,
      title: row.title,
      description,
      status,
      step: row.step,
      created_at: timeText(createdAt),
      created_by: row.createdBy,
      ended_at: endedAt === null ? null : timeText(endedAt),
      end_reason: row.endReason,
      level: row.level,
      split_of: row.splitOf,
      item: row.itemId,
      usage: row.usage,
      budget: row.budget,
      gates: session?.gates ?? null,
      boundaries: session?.boundaries ?? null,
    },
  });
}

function rolesAtWork(tasks: readonly CarriedTask[]): string[] {
  const held = tasks.filter(({ state }) => ["claimed", "in_progress", "in_review"].includes(state));
  return [...new Set(held.map(({ role }) => role))].sort();
}

/** What the agents of the session share, in the document's keys. */
function contextFile(data: SessionData, refs: TaskRefs): CarriedFile {
  const { tasks, locks, wisdom } = data;
  const done = tasks.filter(({ state }) => state === "completed");
  const open = tasks.filter(({ state }) => state !== "completed" && state !== "cancelled");
  const context = {
    agent_decisions: tasks.flatMap(({ id, role, result }) =>
      (result?.keyDecisions ?? []).map((decision) => ({
        agent: role,
        task_id: refs.of(id),
        decision,
      })),
    ),
    tasks_completed: done.map(({ id, role, title, result }) => ({
      task_id: refs.of(id),
      agent: role,
      title,
      summary: result?.summary ?? "",
    })),
    tasks_pending: open.map(({ id, role, title, waitsFor }) => ({
      task_id: refs.of(id),
      agent: role,
      title,
      waits_for: waitsFor.map(refs.of),
    })),
    blockers: open.flatMap(({ id, role, progress }) =>
      (progress?.blockers ?? []).map(({ description, since, requiresAgent }) => ({
        task_id: refs.of(id),
        agent: role,
        description,
        blocking_since: timeText(since),
        requires_agent: requiresAgent,
      })),
    ),
    locks: locks.map(({ id, patterns, by, state }) => ({
      lock_id: id,
      paths: patterns,
      agent: by.role ?? by.name,
      state,
    })),
    // All of it, with what it gave way to, is in `wisdom.yaml`.
    wisdom: wisdom
      .filter(({ state }) => state === "live")
      .map(({ kind, text, by, at }) => ({ kind, text, by: by.name, at: timeText(at) })),
  };
  return textFile("shared-context.json", `${JSON.stringify(documented(context), null, 2)}\n`);
}

/** What each role of a pipeline has made, in full: a delivery has as much of it as fits. */
function accumulatorFile({ session, tasks }: SessionData, refs: TaskRefs): CarriedFile[] {
  if (!session || !flowOf(session).accumulates) return [];
  const reported = tasks.flatMap(({ id, role, state, result, endedAt, createdAt }) =>
    result === null || state !== "completed"
      ? []
      : {
          taskId: id as TaskId,
          role,
          state,
          at: endedAt ?? createdAt,
          files: (result.artifacts ?? []).map(({ path }) => path),
          keyDecisions: result.keyDecisions ?? [],
          summary: result.summary,
        },
  );
  const roles = [...new Set(reported.map(({ role }) => role))];
  const entries = roles.flatMap((name) => {
    const made = accumulated(
      session,
      reported.filter(({ role }) => role === name),
    ).map(({ task, ...more }) => documented({ task: refs.of(task), ...more }));
    return made.length === 0 ? [] : [[name, made] as const];
  });
  if (entries.length === 0) return [];
  return [textFile(ACCUMULATOR_FILE, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)];
}

/** What the document has no place for. */
function ownFiles(data: SessionData): CarriedFile[] {
  const { proposals, decisions, wisdom, entries, reviews, decided, session, batches } = data;
  const lists: [string, string, unknown[]][] = [
    ["conversation.yaml", "Conversation", entries],
    ["reviews.yaml", "Reviews", reviews],
    ["wisdom.yaml", "Wisdom", wisdom],
    ["decided.yaml", "What people decided", decided],
    ["batches.yaml", "Batches", batches.filter(({ batch }) => batch !== null)],
    ["answers.yaml", "Answers", listed(session?.answers)],
    ["approvals.yaml", "Approved sections", listed(session?.sections)],
  ];
  return [
    ...lists.filter(([, , list]) => list.length > 0).map(([path, heading, list]) => documentFile(path, heading, list)),
    ...decisions.map((one) => documentFile(`decisions/decision-${one.id}.yaml`, one.question, one)),
    ...proposals.map(({ step, batch, version, ...more }) => {
      const of = batch === null ? "" : `-batch-${batch + 1}`;
      return documentFile(`proposals/${step}${of}-v${version}.yaml`, `${step}, version ${version}`, {
        step,
        batch,
        version,
        ...more,
      });
    }),
  ];
}

function listed(byId: Readonly<Record<string, object>> | undefined): object[] {
  return Object.entries(byId ?? {}).map(([id, one]) => ({ id, ...one }));
}

function artifactFiles(files: SessionData["files"]): CarriedFile[] {
  const taken = new Set<string>();
  return files.map(({ id, name, bytes }) => {
    const dot = name.lastIndexOf(".");
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, ""];
    const plain = ending === "" ? nameText(stem) : `${nameText(stem)}.${nameText(ending)}`;
    const own = taken.has(plain) ? `${nameText(id)}-${plain}` : plain;
    taken.add(plain);
    return { path: `artifacts/${own}`, bytes };
  });
}
