import { PHASES, type Phase } from "../flow/steps.ts";
import { counted } from "../kernel/words.ts";
import type { GateState } from "../session/record/gate.ts";
import { SESSION_TEXT_MAX, SESSION_TITLE_MAX } from "../session/record/session.ts";
import { ACCUMULATOR_FILE, type CarriedFile, SUMMARY_FILE } from "./carried.ts";
import {
  type DraftDecision,
  type DraftTask,
  ENTRY_KINDS,
  type EntryCount,
  type EntryKind,
  type SessionDraft,
} from "./draft.ts";
import { phaseBy, sayFacts, type ToldProgress } from "./facts.ts";
import { type Fields, fieldsOf, type Say } from "./fields.ts";
import { type Level, PROBLEMS_MAX, type Problem } from "./problem.ts";
import { type ReadDocument, readDocument } from "./read-document.ts";
import {
  readAccumulator,
  readDecision,
  readError,
  readMessage,
  readProgress,
  readTask,
  wordOf,
} from "./read-entries.ts";
import { isUtf8, readText } from "./read-text.ts";

export interface SessionReading {
  /** `null`: no session can come in. */
  draft: SessionDraft | null;
  /** As they are kept, in the order of the folder; nothing is left out. */
  files: CarriedFile[];
  problems: Problem[];
  /** Number of problems beyond those listed. */
  more: number;
  counts: EntryCount[];
}

const STATUS_FILE = "session-status.md";
/** Most characters of a report that are shown; its file has all of them. */
const SUMMARY_MAX = 100_000;

/**
 * Reads a folder that carries a session. Always returns, whatever the files are; what can't be an entry stays a file. It is a
 * generator, so that a server can do other things between two files.
 * @source document 002
 */
export function* readSession(given: readonly CarriedFile[]): Generator<void, SessionReading> {
  const problems: Problem[] = [];
  let more = 0;
  const told = new Map<string, Level>();
  const sayIn =
    (file: string): Say =>
    (line, level, code, message, outcome) => {
      if (level !== "note" && told.get(file) !== "error") told.set(file, level);
      if (problems.length < PROBLEMS_MAX) problems.push({ file, line, level, code, message, outcome });
      else more += 1;
    };
  const root = rootOf(given, sayIn(""));
  const files: CarriedFile[] = [];
  const counts = new Map<EntryKind, EntryCount>();
  const reading = newReading(root?.name ?? "");
  for (const { path, bytes } of inReadingOrder(root?.files ?? [])) {
    yield;
    const kind = kindOf(path);
    const say = sayIn(path);
    if (kind === "artifacts") files.push({ path, bytes });
    else {
      const text = readFile(kind, path, bytes, reading, say);
      const isKept = text === null || isUtf8(bytes);
      files.push({ path, bytes: isKept ? bytes : new TextEncoder().encode(text) });
    }
    if (kind === "status") continue;
    const level = told.get(path);
    const count = counts.get(kind) ?? { kind, found: 0, asIs: 0, repaired: 0, left: 0 };
    count.found += 1;
    count[level === "error" ? "left" : level === "warning" ? "repaired" : "asIs"] += 1;
    counts.set(kind, count);
  }
  const draft = root ? finished(reading, sayIn) : null;
  const order = (kind: EntryKind) => ENTRY_KINDS.indexOf(kind);
  return {
    draft,
    files: asGiven(files, root?.files ?? []),
    problems,
    more,
    counts: [...counts.values()].sort((a, b) => order(a.kind) - order(b.kind)),
  };
}

/** Copies last, such as `x-2.md` of `x.md`: of two entries with one id, the first counts. */
function inReadingOrder(files: readonly CarriedFile[]): CarriedFile[] {
  const stem = ({ path }: CarriedFile) => path.replace(/\.[^./]*$/, "");
  const stems = new Set(files.map(stem));
  const isCopy = (file: CarriedFile) => {
    const [original] = /^.*(?=-\d+$)/.exec(stem(file)) ?? [];
    return original !== undefined && stems.has(original);
  };
  return [...files.filter((file) => !isCopy(file)), ...files.filter(isCopy)];
}

function asGiven(read: readonly CarriedFile[], given: readonly CarriedFile[]): CarriedFile[] {
  const known = new Map(read.map((file) => [file.path, file]));
  return given.flatMap(({ path }) => known.get(path) ?? []);
}

interface Reading {
  draft: SessionDraft;
  hasStatus: boolean;
  isRunning: boolean;
  /** A room wrote it. */
  isOwn: boolean;
  locks: number;
  tasks: Map<string, DraftTask>;
  messages: Set<string>;
  /** Maps rooms' names for messages to the folder's. */
  own: Map<string, string>;
  errors: Set<string>;
  progress: ToldProgress[];
  requires: { file: string; line: number | null; ref: string }[];
}

function newReading(folder: string): Reading {
  const gates = Object.fromEntries(PHASES.map((phase) => [phase, "pending"]));
  return {
    draft: {
      title: "",
      description: "",
      ref: "",
      folder,
      end: "completed",
      phase: "quality",
      gates: gates as Record<Phase, GateState>,
      startedAt: null,
      endedAt: null,
      tasksTotal: 0,
      tasksCompleted: 0,
      tasks: [],
      messages: [],
      errors: [],
      decisions: [],
      accumulator: [],
      summary: "",
    },
    hasStatus: false,
    isRunning: false,
    isOwn: false,
    locks: 0,
    tasks: new Map(),
    messages: new Set(),
    own: new Map(),
    errors: new Set(),
    progress: [],
    requires: [],
  };
}

/** The folder with the session's status, or the one that has its assignments. */
function rootOf(given: readonly CarriedFile[], say: Say) {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
  const having = (isIt: (name: string) => boolean) => [
    ...new Set(given.filter(({ path }) => isIt(path.slice(folderOf(path).length))).map(({ path }) => folderOf(path))),
  ];
  const withStatus = having((name) => name === STATUS_FILE);
  const roots = withStatus.length > 0 ? withStatus : having((name) => /^role-(plan|comm)-/.test(name));
  const [root] = roots;
  if (root === undefined) {
    const message = `No folder has ${STATUS_FILE}, or a file that begins with role-plan-.`;
    say(null, "error", "no_session", message, "Nothing can come in.");
    return null;
  }
  if (roots.length > 1) {
    const names = roots
      .slice(0, 5)
      .map((one) => one || ".")
      .join(", ");
    const message = `These folders are a session each: ${names}.`;
    say(null, "error", "two_sessions", message, "Nothing can come in. Choose one of them.");
    return null;
  }
  const inside = given.filter(({ path }) => path.startsWith(root));
  if (inside.length < given.length) {
    const count = given.length - inside.length;
    const message = `${count} files are not in the session's folder, ${root}.`;
    say(null, "warning", "no_session", message, "They do not come in.");
  }
  return {
    name: root.split("/").at(-2) ?? "",
    files: inside.map(({ path, bytes }) => ({ path: path.slice(root.length), bytes })),
  };
}

function kindOf(path: string): EntryKind | "status" {
  if (path === STATUS_FILE) return "status";
  if (path.startsWith("artifacts/")) return "artifacts";
  if (path.startsWith("locks/")) return "locks";
  if (path.startsWith("decisions/")) return "decisions";
  if (path.includes("/")) return "other";
  if (path.startsWith("role-plan-")) return "tasks";
  if (/^role-comm-.+-to-.+/.test(path)) return "messages";
  if (path.startsWith("role-comm-")) return "progress";
  if (path.startsWith("error-")) return "errors";
  return "other";
}

/** The text to keep; `null`: the bytes are kept. */
function readFile(
  kind: EntryKind | "status",
  path: string,
  bytes: Uint8Array,
  reading: Reading,
  say: Say,
): string | null {
  const isRead = path === ACCUMULATOR_FILE || (kind !== "other" && kind !== "decisions");
  const document: Pick<ReadDocument, "text" | "findings"> & Partial<ReadDocument> = isRead
    ? readDocument(bytes)
    : readText(bytes);
  // A file that is not a document may be anything.
  for (const { line, level, code, message, outcome } of document.findings)
    if (isRead || level !== "error") say(line, level, code, message, outcome);
  if (isRead && document.data !== undefined) {
    const { data } = document;
    if (typeof data === "object" && data !== null && !Array.isArray(data))
      readEntry(kind, path, fieldsOf(document as ReadDocument, say), reading, say);
    else say(1, "error", "no_map", "It has no keys with values.", "Left out of the lists; its file is kept.");
  }
  if (kind === "decisions") reading.draft.decisions.push(...decisionIn(bytes, path));
  if (path === SUMMARY_FILE) reading.draft.summary = (document.text ?? "").slice(0, SUMMARY_MAX);
  return document.text;
}

/** Other tools keep anything they like in the folder of decisions. */
function decisionIn(bytes: Uint8Array, path: string): DraftDecision[] {
  const document = readDocument(bytes);
  const decision = readDecision(
    fieldsOf(document, () => {}),
    path,
  );
  return decision ? [decision] : [];
}

function readEntry(kind: EntryKind | "status", path: string, fields: Fields, reading: Reading, say: Say): void {
  const { draft } = reading;
  const isNew = (known: Pick<Set<string>, "has">, ref: string) => {
    if (!known.has(ref)) return true;
    const message = `Another file has the id ${ref.slice(0, 80)}.`;
    say(null, "error", "duplicate_id", message, "Left out of the lists; its file is kept.");
    return false;
  };
  if (kind === "status") readStatus(fields, reading, say);
  if (path === ACCUMULATOR_FILE) {
    for (const { line, ...one } of readAccumulator(fields, say)) {
      draft.accumulator.push(one);
      reading.requires.push({ file: path, line, ref: one.task });
    }
  }
  if (kind === "locks") reading.locks += 1;
  if (kind === "tasks") {
    const task = readTask(fields, path, say);
    if (!task || !isNew(reading.tasks, task.ref)) return;
    reading.tasks.set(task.ref, task);
    task.requires.forEach((ref, i) => {
      const line = fields.line(["dependencies", "requires", i], ["requires", i], ["blocked_by", i]);
      reading.requires.push({ file: path, line, ref });
    });
  }
  const isProgress = kind === "progress" || (kind === "messages" && isOfTask(fields));
  if (isProgress) {
    const of = readProgress(fields, say);
    if (of) reading.progress.push({ file: path, of });
  }
  if (kind === "messages" && !isProgress) {
    const message = readMessage(fields, path, say);
    if (!message || !isNew(reading.messages, message.ref)) return;
    const { own, ...said } = message;
    reading.messages.add(said.ref);
    if (own !== null) reading.own.set(own, said.ref);
    draft.messages.push(said);
  }
  if (kind === "errors") {
    const error = readError(fields, path, say);
    if (!error || !isNew(reading.errors, error.ref)) return;
    reading.errors.add(error.ref);
    draft.errors.push(error);
  }
}

/** The role of a task may be called `how-to-writer`. */
function isOfTask(fields: Fields): boolean {
  const isMessage = fields.text(["meta", "message_id"], ["message_id"]) !== null;
  return !isMessage && fields.text(["meta", "task_id"]) !== null;
}

const GATES: readonly GateState[] = ["pending", "in_progress", "passed", "failed", "overridden"];

function readStatus(fields: Fields, reading: Reading, say: Say): void {
  const { draft } = reading;
  reading.hasStatus = true;
  draft.ref = fields.text(["session_id"]) ?? "";
  draft.title = fields.text(["squadroom", "title"], ["title"]) ?? "";
  draft.description = fields.text(["squadroom", "description"], ["description"]) ?? "";
  draft.startedAt = fields.time(["started_at"]);
  draft.endedAt = fields.time(["squadroom", "ended_at"], ["ended_at"], ["completed_at"]);
  const status = wordOf(fields, say, ["active", "completed", "failed"], ["status"]);
  const own = fields.text(["squadroom", "status"]);
  draft.end =
    own === "stopped" ? "stopped" : status === "completed" ? "completed" : status === "failed" ? "failed" : "stopped";
  reading.isOwn = own !== null;
  reading.isRunning = status === "active";
  draft.tasksTotal = whole(fields.number(["tasks_total"]));
  draft.tasksCompleted = whole(fields.number(["tasks_completed"]));
  for (const phase of PHASES) {
    const state = wordOf(fields, say, GATES, ["validation_gates", phase]);
    if (state) draft.gates[phase] = state as GateState;
  }
  draft.phase = (wordOf(fields, say, PHASES, ["phase"]) as Phase | null) ?? phaseBy(draft.gates);
  if (reading.isRunning)
    say(
      fields.line(["status"]),
      "note",
      "still_running",
      "It was not over when it was written.",
      "Comes in as stopped: nothing of it runs here.",
    );
}

function whole(count: number | null): number {
  return count === null ? 0 : Math.min(1e6, Math.max(0, Math.trunc(count)));
}

/** What only the whole folder shows. */
function finished(reading: Reading, sayIn: (file: string) => Say): SessionDraft {
  const { draft, tasks, progress, requires } = reading;
  if (!reading.hasStatus)
    sayIn("")(
      null,
      "warning",
      "missing_file",
      `${STATUS_FILE} can't be read or is missing.`,
      "Comes in as a completed session, with what the other files say.",
    );
  // The newest counts, whatever its file is called.
  for (const { file, of } of progress.toSorted((a, b) => (a.of.at ?? 0) - (b.of.at ?? 0))) {
    const task = tasks.get(of.ref);
    if (task) Object.assign(task, { status: of.status, percent: of.percent, summary: of.summary });
    else unknown(sayIn(file), of.line, of.ref);
  }
  for (const { file, line, ref } of requires)
    if (!tasks.has(ref) && !/^[A-Z][A-Z0-9-]*-\d+(-R\d+)?$/.test(ref)) unknown(sayIn(file), line, ref);
  for (const { file, task } of [...draft.messages, ...draft.errors])
    if (task !== null && !tasks.has(task)) unknown(sayIn(file), null, task);
  if (reading.locks > 0)
    sayIn("locks")(
      null,
      "note",
      "locks_are_history",
      `The folder has ${counted(reading.locks, "lock")}.`,
      "They come in as history; none is held.",
    );
  draft.tasks = [...tasks.values()];
  draft.messages.sort(byTime);
  draft.errors.sort(byTime);
  for (const message of draft.messages) {
    const { repliesTo = null } = message;
    if (repliesTo === null) continue;
    message.repliesTo = reading.own.get(repliesTo) ?? repliesTo;
    if (!reading.messages.has(message.repliesTo)) unknown(sayIn(message.file), null, repliesTo);
  }
  const status = reading.isRunning ? null : { file: STATUS_FILE, isOwn: reading.isOwn };
  sayFacts(draft, progress, status, sayIn);
  draft.tasksTotal ||= draft.tasks.length;
  draft.tasksCompleted ||= draft.tasks.filter(({ status }) => status === "completed").length;
  const title = draft.title || draft.ref || draft.folder || "Imported session";
  const line = title.replace(/[\s\p{Cc}]+/gu, " ").trim();
  draft.title = [...line].slice(0, SESSION_TITLE_MAX / 2).join("") || "Imported session";
  draft.description = [...draft.description].slice(0, SESSION_TEXT_MAX).join("");
  return draft;
}

/** The names of files are sorted by role; entries without a time come last. */
function byTime(a: { at: number | null }, b: { at: number | null }): number {
  return (a.at ?? Number.MAX_SAFE_INTEGER) - (b.at ?? Number.MAX_SAFE_INTEGER);
}

function unknown(say: Say, line: number | null, ref: string): void {
  const message = `It refers to ${ref.slice(0, 80)}, which is not in the folder.`;
  say(line, "warning", "unknown_reference", message, "Shown without it; its file is kept.");
}

/** All of it at once. */
export function sessionIn(given: readonly CarriedFile[]): SessionReading {
  const steps = readSession(given);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
