import type { ScopeBefore, Undo } from "../../decision/decision.ts";
import type { Answering, Effect } from "../../decision/question.ts";
import { stepAfter } from "../../flow/steps.ts";
import { actorOf, type PersonCaller } from "../../kernel/actor.ts";
import type { SessionId } from "../../kernel/ids.ts";
import type { DecisionAct } from "../../kernel/question.ts";
import type { Room } from "../../kernel/room.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { boundedAs } from "../record/bounded.ts";
import { firstPlaces } from "../record/queue.ts";
import type { BatchPlan, BrainstormSession, NewSession, Split } from "../record/session.ts";
import { splitText, textOfRest, titlesOf } from "../record/split.ts";
import { scopeAsked } from "./scope.ts";

type TriageAct = DecisionAct<"agree" | "override_level" | "skip_to_plan">;
type ScopeAct = DecisionAct<"accept_scope" | "keep_whole">;
type Said = Pick<Answering, "option" | "detail" | "by">;

const HOW = { agree: "agreed", override_level: "overridden", skip_to_plan: "skipped" } as const;

/**
 * The answer to a triage settles its level with everything asked beside it: batches and splits as edited by the person,
 * otherwise as they are. `followSessions` decides where the session goes from here.
 */
export function answerTriage(
  room: Room,
  session: BrainstormSession,
  act: TriageAct,
  { detail, by, option }: Said,
): Effect {
  const { id: sessionId } = session;
  const proposed = session.proposals.triage?.value.level ?? "exploration";
  const level = act.kind === "override_level" ? act.level : proposed;
  const how = HOW[act.kind];
  const asked = scopeAsked(session);
  const batches = asked.batches && plain(detail.batches ?? asked.batches);
  const splits = asked.splits && plain(detail.splits ?? asked.splits);
  // Batches that were settled before stay as they are, with everything known about them.
  const keepsBatches = session.batches !== null && isSame(batches ?? [], asked.batches ?? []);
  const made = splits === null ? NOTHING_SPLIT : splitOff(room, session, splits, by);
  const parts: ScopeBefore["parts"] = [
    ...(batches ? (["batches"] as const) : []),
    ...(splits ? (["splits"] as const) : []),
  ];
  const before: ScopeBefore = {
    parts,
    batch: session.batch,
    batches: batches && session.batches,
    decidedSplits: session.decidedSplits,
    splits: made.ids,
    describedTo: session.description.length,
  };
  const undo: Undo = {
    kind: "session",
    sessionId,
    from: "triage",
    to: stepAfter("triage", { level, how }),
    ...(parts.length > 0 ? { scope: before } : {}),
  };
  const actor = actorOf(by);
  const edits = [
    ...(batches && asked.batches ? [editedBatches(batches, asked.batches)] : []),
    ...(splits && asked.splits ? [editedSplits(splits, asked.splits)] : []),
  ].filter((label) => label !== null);
  return {
    ok: true,
    events: [
      { type: "session.level_set", data: { sessionId, level, how }, actor },
      ...(batches && !keepsBatches ? [batchesSet(session, batches, actor)] : []),
      ...made.events,
    ],
    undo: option.canUndo ? undo : null,
    ...(edits.length > 0 ? { label: [option.label, ...edits].join(". ") } : {}),
  };
}

/** What becomes of the batches, or of the splits, of a session whose level was answered by itself. */
export function answerScope(
  room: Room,
  session: BrainstormSession,
  { kind, part }: ScopeAct,
  { detail, by, option }: Said,
): Effect {
  const proposed = scopeAsked(session)[part] ?? [];
  const isAccepted = kind === "accept_scope";
  const parts = isAccepted ? plain(detail.parts ?? proposed) : [];
  const made = part === "splits" ? splitOff(room, session, parts, by) : NOTHING_SPLIT;
  const events = part === "splits" ? made.events : [batchesSet(session, parts, actorOf(by))];
  const { id: sessionId, batch, description } = session;
  const before = { sessionId, part, batch, splits: made.ids, describedTo: description.length };
  const edited = part === "splits" ? editedSplits : editedBatches;
  const label = isAccepted ? edited(parts, proposed) : null;
  return {
    ok: true,
    events,
    undo: option.canUndo ? { kind: "scope", ...before } : null,
    ...(label === null ? {} : { label }),
  };
}

function plain(parts: readonly Split[]): Split[] {
  return parts.map(({ title, description }) => ({ title, description }));
}

function batchesSet({ id: sessionId }: BrainstormSession, parts: BatchPlan[], actor: ActedFact["actor"]): ActedFact {
  // A single batch is no division.
  const batches = parts.length > 1 ? parts : [];
  return { type: "session.batches_set", data: { sessionId, batches }, actor };
}

interface Made {
  events: ActedFact[];
  ids: SessionId[];
}
const NOTHING_SPLIT: Made = { events: [], ids: [] };

/** Each part becomes a waiting session; the description says what no longer belongs to this one. */
function splitOff(room: Room, session: BrainstormSession, splits: Split[], by: PersonCaller): Made {
  const { id: sessionId, title } = session;
  const actor = actorOf(by);
  const set: ActedFact = { type: "session.splits_set", data: { sessionId, splits }, actor };
  if (splits.length === 0) return { events: [set], ids: [] };
  const places = firstPlaces(room, splits.length);
  const sessions = splits.map(
    (part, i): NewSession => ({
      id: room.sessions.number + 1 + i,
      title: part.title,
      description: splitText(session, part),
      createdBy: { kind: "person", id: by.id, name: by.name },
      splitOf: sessionId,
      itemId: null,
      position: places[i] ?? "",
      angle: session.proposals.scout?.value.angle ?? session.angle ?? null,
      gatePreset: session.gates.preset,
      ...boundedAs(session),
    }),
  );
  const description = textOfRest(session, splits);
  return {
    events: [
      set,
      { type: "session.created", data: { sessions }, actor },
      { type: "session.edited", data: { sessionId, title, description }, actor },
    ],
    ids: sessions.map(({ id }) => id),
  };
}

/** What a person made of what was there; `null`: nothing was changed. */
function editedBatches(parts: readonly Split[], before: readonly Split[]): string | null {
  if (isSame(parts, before)) return null;
  return parts.length > 1 ? `As edited, ${parts.length} batches: ${titlesOf(parts)}` : "As edited, one piece";
}

function editedSplits(parts: readonly Split[], before: readonly Split[]): string | null {
  if (isSame(parts, before)) return null;
  return parts.length === 0 ? "Nothing split off" : `Split off, as edited: ${titlesOf(parts)}`;
}

function isSame(parts: readonly Split[], before: readonly Split[]): boolean {
  return (
    parts.length === before.length &&
    parts.every(({ title, description }, i) => title === before[i]?.title && description === before[i].description)
  );
}
