import type { RoomEvent } from "@squadroom/core/kernel/event";
import { matchesSlowly } from "@squadroom/core/testing/glob.fixture";
import type { Evidence, RoomRecord, Violation } from "./evidence.ts";

interface File {
  path: string;
  status: string;
}

interface Limited {
  allowed: string[];
  forbidden: string[];
  /** What a lead allowed beyond them. */
  lifted: string[];
  /** What progress named. */
  reported: readonly File[];
}

/** § 8: no task ends with a file outside its boundaries that no lead allowed, by a reading that shares nothing with the product. */
export function checkBoundaries({ rooms }: Evidence): Violation[] {
  return rooms.flatMap(checkRoom);
}

function checkRoom({ roomId, events }: RoomRecord): Violation[] {
  const tasks = new Map<string, Limited>();
  /** A task that is handed on takes what was allowed with it: of these, and nothing else. */
  const allowedByPeople = new Set<string>();
  return events.flatMap((event) => {
    for (const { id, boundaries } of limitedIn(event.data)) {
      const inherited = (boundaries.lifted ?? []).flatMap(({ paths }) => paths);
      const lifted = inherited.filter((path) => allowedByPeople.has(path));
      tasks.set(id, { ...boundaries, lifted, reported: [] });
    }
    if (event.type === "task.boundary_lifted" && event.actor.kind === "person") {
      tasks.get(event.data.taskId)?.lifted.push(...event.data.paths);
      for (const path of event.data.paths) allowedByPeople.add(path);
    }
    if (event.type === "task.progressed") {
      const task = tasks.get(event.data.taskId);
      if (task) task.reported = event.data.progress.artifacts;
    }
    const end = endIn(event);
    const task = end && tasks.get(end.taskId);
    if (!task) return [];
    const strays = filesOf(task.reported, end.artifacts).filter((path) => isOutside(task, path));
    return strays.map((path) => {
      const what = `event ${event.seq}: ${end.taskId} ended with ${path}, outside its boundaries`;
      return { invariant: "14: boundaries", room: roomId, what };
    });
  });
}

/** The tasks that an event brings, wherever it has them. */
function limitedIn(value: unknown): {
  id: string;
  boundaries: { allowed: string[]; forbidden: string[]; lifted?: { paths: string[] }[] };
}[] {
  if (typeof value !== "object" || value === null) return [];
  const { id, instruction, boundaries } = value as Record<string, never>;
  const own = typeof id === "string" && typeof instruction === "string" && boundaries;
  return [...(own ? [{ id, boundaries }] : []), ...Object.values(value).flatMap(limitedIn)];
}

function endIn(event: RoomEvent): { taskId: string; artifacts: readonly File[] } | null {
  // Who completes for a person, or drops it, changed nothing.
  if (event.actor.kind !== "agent") return null;
  if (event.type === "task.completed" || event.type === "task.submitted")
    return { taskId: event.data.taskId, artifacts: event.data.result.artifacts ?? [] };
  if (event.type === "handoff.delivered")
    return { taskId: event.data.fromTaskId, artifacts: event.data.result.artifacts ?? [] };
  return null;
}

/** What is different once it has ended: what was made on the way and is gone again is not. */
function filesOf(reported: readonly File[], said: readonly File[]): string[] {
  const files = new Map(reported.map(({ path, status }) => [nameOf(path), status]));
  for (const { path, status } of said) {
    if (status === "deleted" && files.get(nameOf(path)) === "created") files.delete(nameOf(path));
    else files.set(nameOf(path), status);
  }
  return [...files.keys()];
}

const partsOf = (path: string) => path.split("/").filter((part) => part !== "" && part !== ".");
const nameOf = (path: string) => partsOf(path).join("/");

function isOutside({ allowed, forbidden, lifted }: Limited, path: string): boolean {
  const fits = (patterns: readonly string[]) =>
    patterns.some((pattern) => matchesSlowly(pattern.split("/"), partsOf(path)));
  if (fits(lifted)) return false;
  return fits(forbidden) || (allowed.length > 0 && !fits(allowed));
}
