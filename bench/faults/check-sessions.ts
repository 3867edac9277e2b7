import type { RoomEvent } from "@squadroom/core/kernel/event";
import { isNoteOf } from "./check-answers.ts";
import { checkDiscussions } from "./check-discussions.ts";
import { checkBudgets, checkOverrides, checkPauses } from "./check-limits.ts";
import type { Evidence, RoomRecord, Violation } from "./evidence.ts";
import type { History, Told } from "./history.ts";

type Acknowledged = Extract<Told, { kind: "acknowledged" }>;

/** 5 and § 6: a decision is answered once, by what was said to it then; sessions keep what people said. */
export function checkSessions(evidence: Evidence): Violation[] {
  return [
    ...checkSecondAnswers(evidence),
    ...checkMarks(evidence),
    ...evidence.rooms.flatMap((room) => [
      ...checkBatches(room),
      ...checkCheckpoints(room),
      ...checkDiscussions(room),
      ...checkRunning(room),
      ...checkKept(room),
      ...checkPauses(room),
      ...checkBudgets(room),
      ...checkOverrides(room),
    ]),
  ];
}

/** Two keys that answered one decision, or an answer that is not the log's. */
function checkSecondAnswers({ history, rooms }: Evidence): Violation[] {
  const found: Violation[] = [];
  const answers = new Map<string, { version: number; optionId: string }>();
  for (const { events } of rooms) for (const [id, answer] of answersIn(events)) answers.set(id, answer);
  const first = new Map<string, Acknowledged>();
  for (const told of history.told) {
    const seen = told.sees?.decision;
    if (told.kind !== "acknowledged" || !seen) continue;
    const bad = (what: string) =>
      found.push({
        invariant: "5 decisions",
        room: told.roomId,
        what: `${seen.kind} ${seen.id}: ${what}`,
      });
    const before = first.get(seen.id);
    if (before && before.key !== told.key) bad("two answers were acknowledged");
    first.set(seen.id, before ?? told);
    const logged = answers.get(seen.id);
    if (!logged) bad("its answer is not in the log");
    else if (logged.optionId !== seen.optionId) bad(`acknowledged ${seen.optionId}, the log has ${logged.optionId}`);
    else if (logged.version !== seen.version)
      bad(`an answer to version ${seen.version} was applied to version ${logged.version}`);
  }
  return found;
}

/** The answer of each decision, with the version that it was given to. */
function answersIn(events: readonly RoomEvent[]): Map<string, { version: number; optionId: string }> {
  const versions = new Map<string, number>();
  const answers = new Map<string, { version: number; optionId: string }>();
  for (const event of events) {
    if (event.type === "decision.opened") versions.set(event.data.decision.id, 1);
    if (event.type === "decision.revised") versions.set(event.data.decisionId, event.data.revision.version);
    if (event.type !== "decision.answered") continue;
    const { decisionId, answer } = event.data;
    answers.set(decisionId, {
      version: versions.get(decisionId) ?? 0,
      optionId: answer.optionId,
    });
  }
  return answers;
}

/** 3: what people said is in the log once where it was acknowledged, and not where it was refused. */
function checkMarks({ history, rooms }: Evidence): Violation[] {
  const times = new Map<string, number>();
  for (const { events } of rooms)
    for (const text of events.flatMap(saidIn)) times.set(text, (times.get(text) ?? 0) + 1);
  return history.told.flatMap((told) =>
    (told.sees?.marks ?? []).flatMap((mark) => {
      const count = times.get(mark) ?? 0;
      const isRight = told.kind === "unknown" ? count <= 1 : count === (told.kind === "acknowledged" ? 1 : 0);
      if (isRight) return [];
      const what = `${told.op} was ${told.kind}, what it said is ${count} times in the log`;
      return [{ invariant: "3 what people said", room: told.roomId, what }];
    }),
  );
}

function saidIn(event: RoomEvent, at: number, events: readonly RoomEvent[]): string[] {
  switch (event.type) {
    case "session.created":
      return event.data.sessions.map(({ title }) => title);
    case "session.edited":
      // What was split off narrows the session that it comes from, whose title stays.
      return isSplitOff(events[at - 1], event.data.sessionId) ? [] : [event.data.title];
    case "session.question_answered":
      return Object.values(event.data.answers).flatMap((answer) => answer?.text ?? []);
    case "decision.answered":
      return [event.data.answer.note];
    case "session.gate_overridden":
      // By an answer: it is there with the answer already.
      return isNoteOf(events[at - 1], event.data.reason) ? [] : [event.data.reason];
    case "error.reported":
      return [event.data.error.message];
    case "session.perspective_given":
      return [event.data.reply.summary];
    case "scout.saved":
      return event.data.scout.value.notes ? [event.data.scout.value.notes] : [];
    default:
      return [];
  }
}

function isSplitOff(event: RoomEvent | undefined, sessionId: number): boolean {
  return event?.type === "session.created" && event.data.sessions[0]?.splitOf === sessionId;
}

/** A batch is over by a person's answer to its checkpoint, in the same commit, and by nothing else. */
function checkBatches({ roomId, events }: RoomRecord): Violation[] {
  const checkpoints = new Map<string, number>();
  const found: Violation[] = [];
  for (const [i, event] of events.entries()) {
    if (event.type === "decision.opened") {
      const { id, kind, subject } = event.data.decision;
      if (kind === "batch_checkpoint" && subject.kind === "session") checkpoints.set(id, subject.sessionId);
    }
    if (event.type !== "session.batch_ended") continue;
    const at = events[i - 1]?.type === "session.batches_adjusted" ? i - 2 : i - 1;
    const answered = events[at];
    const isDecided =
      answered?.type === "decision.answered" && checkpoints.get(answered.data.decisionId) === event.data.sessionId;
    if (isDecided && event.actor.kind === "person") continue;
    const what = `event ${event.seq}: batch ${event.data.batch} of session ${event.data.sessionId} ended without an answer`;
    found.push({ invariant: "§ 6 batches", room: roomId, what });
  }
  return found;
}

/** A checkpoint is passed, or something made again in front of it, by a person's answer to it in the same commit. */
function checkCheckpoints({ roomId, events }: RoomRecord): Violation[] {
  const asked = new Map<string, string>();
  return events.flatMap((event, i) => {
    if (event.type === "decision.opened") {
      const { id, kind, subject } = event.data.decision;
      if (kind === "pipeline_checkpoint" && subject.kind === "session")
        asked.set(id, `${subject.sessionId} ${subject.part}`);
    }
    if (event.type !== "session.checkpoint_passed" && event.type !== "session.revised") return [];
    const { sessionId, checkpoint } = event.data;
    // A discussion's own: its verdict, or an answer about that, stands for it.
    if (checkpoint === null) return [];
    const before = events[i - 1];
    const about = before?.type === "decision.answered" && asked.get(before.data.decisionId);
    if (about === `${sessionId} ${checkpoint}` && event.actor.kind === "person") return [];
    const what = `event ${event.seq}: ${checkpoint} of session ${sessionId} is passed without an answer`;
    return [{ invariant: "§ 10 checkpoints", room: roomId, what }];
  });
}

function checkRunning({ roomId, events, sessions }: RoomRecord): Violation[] {
  const pipelines = new Set(
    events.flatMap((event) =>
      event.type === "session.created"
        ? event.data.sessions.flatMap(({ id, pipeline }) => (pipeline ? [id as number] : []))
        : [],
    ),
  );
  const running = sessions.filter(({ id, status, isParked }) => status !== "queued" && !isParked && !pipelines.has(id));
  if (running.length <= 1) return [];
  const what = `sessions ${running.map(({ id }) => id).join(", ")} run at once`;
  return [{ invariant: "§ 6 one session runs", room: roomId, what }];
}

/** What was last said to each question is what the session has. */
function checkKept({ roomId, events, sessions }: RoomRecord): Violation[] {
  return sessions.flatMap(({ id, answers }) => {
    const said = new Map<string, string | null>();
    for (const event of events) {
      if (event.type !== "session.question_answered" || event.data.sessionId !== id) continue;
      for (const [question, answer] of Object.entries(event.data.answers)) said.set(question, answer?.text ?? null);
    }
    return [...said].flatMap(([question, text]) => {
      if ((answers[question]?.text ?? null) === text) return [];
      const what = `session ${id} has lost the answer to ${question}`;
      return [{ invariant: "§ 6 answers", room: roomId, what }];
    });
  });
}

/** How far sessions came: each kind of decision that was answered, and how they ended. */
export function countSessions({ rooms }: Evidence, history: History): void {
  for (const { events } of rooms) {
    const kinds = new Map<string, string>();
    for (const event of events) {
      if (event.type === "decision.opened") kinds.set(event.data.decision.id, event.data.decision.kind);
      else if (event.type === "decision.answered") history.count(`answered: ${kinds.get(event.data.decisionId)}`);
      else if (event.type === "session.ended") history.count(`session ${event.data.end}`);
      else if (event.type === "session.discussed")
        history.count(`discussed: ${event.data.verdict.severity}, ${event.data.verdict.next}`);
      else if (event.type === "session.advanced") history.count("pipeline advanced");
      else if (event.type.startsWith("retention.")) history.count(event.type);
      else if (event.type === "session.batch_ended") history.count("batch ended");
      else if (event.type === "session.reply_refused") history.count("reply refused");
      else if (event.type === "session.gate_overridden") history.count("gate overridden");
      else if (event.type === "session.paused" && event.data.limits) history.count("paused by its budget");
    }
  }
}
