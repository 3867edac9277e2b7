import { seat } from "../agent/seat.ts";
import { findSession } from "../flow/sessions.ts";
import { type AgentCaller, type Author, actorOf, isAgent, type PersonCaller } from "../kernel/actor.ts";
import type { CommandOf, Rules, RulingOn } from "../kernel/command.ts";
import type { AgentId, SessionId, TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import { listed } from "../kernel/words.ts";
import type { Run, RunId } from "../run/run.ts";
import { heldTask, liveTask } from "../task/order.ts";
import { findRole } from "../team/team.ts";
import type { Added } from "./command.ts";
import type { NewWisdom } from "./events.ts";
import { givesWay } from "./give-way.ts";
import type { WisdomDraft, WisdomEntry, WisdomId, WisdomSource } from "./wisdom.ts";

type Draft = WisdomDraft & { source?: WisdomSource };

/** What an entry comes from. */
interface Provenance {
  actor: Author;
  scope: "room" | "session";
  taskId: TaskId | null;
  sessionId: SessionId | null;
  runId: RunId | null;
}

export function decideAddWisdom(room: Room, command: CommandOf<"addWisdom">): RulingOn<"addWisdom"> {
  const from = provenanceOf(room, command.by, command.sessionId ?? null);
  if (!from.ok) return from;
  const no = refuseIdle(from, command.entries);
  if (no) return no;
  const ruling = adding(room, from, command.entries, null);
  return ruling.ok ? { ...ruling, events: [...from.events, ...ruling.events] } : ruling;
}

/** What an agent writes down with the end of its task: known if the end is accepted, refused if it is. */
export function withTask(
  room: Room,
  by: AgentCaller,
  taskId: TaskId,
  entries: readonly Draft[],
): { ok: true; events: ActedFact[] } | Refused {
  const task = liveTask(room, taskId);
  const actor = actorOf(by, room.agents[by.id]?.role);
  const from = placed(actor, taskId, task?.sessionId ?? null, runOf(room, by)?.id ?? null);
  const ruling = adding(room, from, entries, null);
  return ruling.ok ? { ok: true, events: ruling.events } : ruling;
}

/** Most entries of one event: a page of the log holds it with others. */
const AT_FIRST_MAX = 50;

/** What a new room's team already knows, as facts; the caller keeps to a room's limits. */
export function knownAtFirst(drafts: readonly Draft[], actor: Author): ActedFact[] {
  const entries = drafts.map((draft, i) => asNew(draft, i + 1, null));
  const from = { scope: "room" as const, taskId: null, sessionId: null, runId: null, gaveWay: [] };
  return Array.from({ length: Math.ceil(entries.length / AT_FIRST_MAX) }, (_, page) => ({
    type: "wisdom.added" as const,
    data: { entries: entries.slice(page * AT_FIRST_MAX, (page + 1) * AT_FIRST_MAX), ...from },
    actor,
  }));
}

function decidePromote(room: Room, { by, wisdomId: id }: CommandOf<"promoteWisdom">): RulingOn<"promoteWisdom"> {
  const entry = liveEntry(room, id);
  if (!entry) return unknown(room, id);
  if (entry.scope === "room") return accept([], { id, promoted: false });
  const fact = { type: "wisdom.promoted" as const, data: { id }, actor: actorOf(by) };
  return accept([fact], { id, promoted: true });
}

/** Replaces an entry with another, or with none. */
function decideSupersede(
  room: Room,
  {
    by,
    wisdomId: id,
    entry: said,
    reason,
  }: Pick<CommandOf<"supersedeWisdom">, "by" | "wisdomId" | "reason"> & { entry: Draft | null },
): RulingOn<"supersedeWisdom"> {
  const from = provenanceOf(room, by, null);
  if (!from.ok) return from;
  const old = liveEntry(room, id);
  if (!old) return unknown(room, id);
  if (isAgent(by)) {
    const no = refuseAgent(old, from) ?? refuseIdle(from, said ? [said, old] : []);
    if (no) return no;
  }
  // A role that is no longer in the team is not inherited.
  const roles = old.roles.filter((role) => findRole(room.team, role));
  const kept = { files: [...old.files], labels: [...old.labels], roles };
  const draft = said && { ...kept, ...said };
  const isKept = (key: keyof typeof kept) => draft !== null && hasSame(draft[key], kept[key]);
  // It is there already, word for word and for the same work.
  if (draft && isSame(draft, old) && isKept("files") && isKept("labels") && isKept("roles"))
    return accept([], { id, supersededBy: null });
  const ruling = draft
    ? adding(room, { ...from, scope: old.scope, sessionId: old.sessionId ?? from.sessionId }, [draft], id)
    : null;
  if (ruling && !ruling.ok) return ruling;
  const supersededBy = ruling?.reply.ids[0] ?? null;
  const data = { id, by: supersededBy, reason };
  const fact = { type: "wisdom.superseded" as const, data, actor: from.actor };
  return accept([...from.events, ...(ruling?.events ?? []), fact], { id, supersededBy });
}

/** An agent's word replaces only agents' words, with the same reach. */
function refuseAgent(old: WisdomEntry, from: Provenance): Refused | null {
  const details = { id: old.id };
  if (old.by.kind === "person" || old.promoted !== null) {
    const who = old.promoted?.by ?? old.by.name;
    const message = `${who} made entry ${old.id} the room's word, so only a person supersedes it. Ask one, or add what you found as an entry of its own.`;
    return refused("forbidden", message, details);
  }
  if (old.scope === "session" && old.sessionId !== from.sessionId) {
    const message = `Entry ${old.id} belongs to session ${old.sessionId}, and your task doesn't.`;
    return refused("forbidden", message, details);
  }
  if (old.scope === "room" && from.scope === "session") {
    const message = `Entry ${old.id} is the room's, and your task belongs to session ${from.sessionId}. Add an entry of the session; a person may promote it.`;
    return refused("forbidden", message, details);
  }
  return null;
}

/**
 * What binds everybody comes from work: otherwise an agent could give its session's word to the room by ending its task
 * first.
 */
function refuseIdle(
  { actor, taskId, scope }: Provenance,
  entries: readonly Pick<WisdomDraft, "kind">[],
): Refused | null {
  if (actor.kind !== "agent" || taskId !== null || scope === "session") return null;
  const bound = entries.find(({ kind }) => kind === "decision" || kind === "convention");
  if (!bound) return null;
  const message = `You have no task, so the room can't tell what this ${bound.kind} is about. Add it while you have one or with its end, or ask a person to add it.`;
  return refused("forbidden", message, { kind: bound.kind });
}

/** The entries as a fact, without those already known. */
function adding(
  room: Room,
  from: Provenance,
  drafts: readonly Draft[],
  supersedes: WisdomId | null,
): { ok: true; events: ActedFact[]; reply: Added } | Refused {
  const { number, live } = room.wisdom;
  const { actor, scope, taskId, sessionId, runId } = from;
  const unknownRole = drafts.flatMap(({ roles = [] }) => roles).find((one) => !findRole(room.team, one));
  if (unknownRole) {
    const roles = room.team.roles.map((role) => role.name);
    const message = `The team has no role ${unknownRole}. Its roles are ${listed(roles)}.`;
    return refused("role_unknown", message, { role: unknownRole }, roles);
  }
  const entries: NewWisdom[] = [];
  const reaches = (one: WisdomEntry) =>
    one.id !== supersedes && (one.scope === "room" || (scope === "session" && one.sessionId === sessionId));
  const ids = drafts.map((draft) => {
    const known = live.find((one) => reaches(one) && isSame(draft, one));
    const twin = known ?? entries.find((one) => isSame(draft, one));
    if (twin) return twin.id;
    const id = number + entries.length + 1;
    entries.push(asNew(draft, id, supersedes));
    return id;
  });
  if (entries.length === 0) return { ok: true, events: [], reply: { ids, scope, gaveWay: [] } };
  const gaveWay = givesWay(room, entries, supersedes);
  if (gaveWay === null) {
    const message =
      "The room has as many decisions and conventions as it may. List them, and withdraw or supersede some.";
    return refused("wisdom_full", message, { live: live.length });
  }
  const data = { entries, scope, taskId, sessionId, runId, gaveWay };
  const events: ActedFact[] = [{ type: "wisdom.added", data, actor }];
  return { ok: true, events, reply: { ids, scope, gaveWay } };
}

function asNew(draft: Draft, id: WisdomId, supersedes: WisdomId | null): NewWisdom {
  const { kind, text, files = [], labels = [], roles = [], source = null } = draft;
  const unique = <T>(all: readonly T[]) => [...new Set(all)];
  return {
    id,
    kind,
    text: text.trim(),
    supersedes,
    source,
    files: unique(files),
    labels: unique(labels),
    roles: unique(roles),
  };
}

function isSame(draft: WisdomDraft, one: Pick<WisdomEntry, "kind" | "text" | "roles">): boolean {
  const roles = draft.roles ?? [];
  return (
    draft.kind === one.kind &&
    plain(draft.text) === plain(one.text) &&
    roles.every((role) => one.roles.length === 0 || one.roles.includes(role)) &&
    (roles.length > 0 || one.roles.length === 0)
  );
}

function hasSame(some: readonly string[], others: readonly string[]): boolean {
  const [a, b] = [new Set(some), new Set(others)];
  return a.size === b.size && [...a].every((one) => b.has(one));
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim().toLowerCase();
}

function provenanceOf(
  room: Room,
  by: AgentCaller | PersonCaller,
  wanted: SessionId | null,
): ({ ok: true; events: ActedFact[] } & Provenance) | Refused {
  if (!isAgent(by)) {
    if (wanted !== null && !findSession(room.sessions, wanted)) {
      const message = `No session ${wanted} is going on here. Leave the session out: then the entry is the room's.`;
      return refused("session_unknown", message, { sessionId: wanted });
    }
    return { ok: true, events: [], ...placed(actorOf(by), null, wanted, null) };
  }
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  const task = heldTask(room, by.id);
  const sessionId = task ? task.sessionId : lastSession(room, by.id);
  const from = placed(seated.actor, task?.id ?? null, sessionId, runOf(room, by)?.id ?? null);
  return { ok: true, events: seated.events, ...from };
}

function placed(actor: Author, taskId: TaskId | null, sessionId: SessionId | null, runId: RunId | null): Provenance {
  return { actor, taskId, sessionId, runId, scope: sessionId === null ? "room" : "session" };
}

function runOf(room: Room, { id }: Pick<AgentCaller, "id">): Run | undefined {
  return room.runs.live.find(({ agentId }) => agentId === id);
}

/** Without a held task: the session that its run works for, or that of its last task that the room still has. */
function lastSession(room: Room, id: AgentId): SessionId | null {
  const had = room.tasks.findLast(({ lastHolder }) => lastHolder === id);
  return runOf(room, { id })?.sessionId ?? had?.sessionId ?? null;
}

function liveEntry(room: Room, id: WisdomId): WisdomEntry | undefined {
  return room.wisdom.live.find((entry) => entry.id === id);
}

function unknown(room: Room, id: WisdomId): Refused {
  const isPast = id <= (room.wisdom.number ?? 0);
  const message = isPast
    ? `Entry ${id} is no longer in force: another one superseded it, or somebody withdrew it.`
    : `The room has no wisdom entry ${id}. List the entries in force.`;
  return refused("wisdom_unknown", message, { id });
}

export const wisdomRules = {
  addWisdom: decideAddWisdom,
  promoteWisdom: decidePromote,
  supersedeWisdom: decideSupersede,
  withdrawWisdom(room, command) {
    const ruling = decideSupersede(room, { ...command, entry: null });
    return ruling.ok ? { ...ruling, reply: { id: ruling.reply.id } } : ruling;
  },
} satisfies Partial<Rules>;
