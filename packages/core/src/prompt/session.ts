import type { Knobs, Range } from "../flow/flow.ts";
import { findSession } from "../flow/sessions.ts";
import { isOfBatch, KNOBS, type ProposalStep } from "../flow/steps.ts";
import { isRescout, workOf } from "../flow/work.ts";
import type { Room } from "../kernel/room.ts";
import { endSentence } from "../kernel/sentence.ts";
import { unreachable } from "../kernel/unreachable.ts";
import { listed } from "../kernel/words.ts";
import type { ScoutReply } from "../reply/shapes.ts";
import { changesSince, changeText, findScout } from "../scout/scout.ts";
import { type Decided, decidedIn } from "../session/record/decided.ts";
import type { Session, SessionWork } from "../session/record/session.ts";
import type { Task } from "../task/task.ts";
import { boundaryLines } from "./boundaries.ts";
import { showProposalCommand, showSessionCommand } from "./commands.ts";
import { type Block, DELIVERY_BYTES, type Part, STEP_BYTES } from "./context/budget.ts";
import { carriedPart } from "./context/carried.ts";
import { conversationPart, type Said } from "./context/conversation.ts";
import { decidedPart, isSaidElsewhere, withNotes } from "./context/decided.ts";
import { designParts } from "./context/design.ts";
import { type Item, items } from "./context/items.ts";
import { partOfPlan } from "./context/plan-part.ts";
import { prose } from "./context/prose.ts";
import { settled } from "./context/settled.ts";
import { FLOOR, WEIGHT } from "./context/weights.ts";
import { type WholeWork, wholeBlocks } from "./context/whole.ts";
import { lastTry } from "./last-try.ts";
import { bullets, fenced, inline, isoMinute, section } from "./markdown.ts";
import { LOOK_AGAIN, scoutedAgain } from "./rescout.ts";

/** Most changes since an earlier scout that a prompt names. */
const CHANGES_SHOWN = 20;

/** The session's step that this task has to answer. */
export function askedStep(room: Room, task: Pick<Task, "id" | "sessionId">) {
  const session = task.sessionId === null ? undefined : findSession(room.sessions, task.sessionId);
  const work = session && workOf(session, task.id);
  if (!session || !work) return null;
  return { session, work, step: work.step as ProposalStep };
}

/**
 * What an agent reads to present a step, or to keep discussing it: all that was found, decided and said so
 * far, so that no earlier run has to be remembered.
 *
 * @param entries of the session, oldest first
 * @param shape of the reply, as an agent reads it
 * @source domain.md § 6 (discuss, the knobs)
 */
export function sessionBlocks(
  room: Room,
  task: Task,
  entries: readonly Said[],
  shape: (step: ProposalStep) => string,
  work: WholeWork = { tasks: [], reviews: [] },
): Block[] {
  const asked = askedStep(room, task);
  if (!asked) return partOfPlan(room, task, work, entries);
  const { session, work: wanted, step } = asked;
  const isAgain = isRescout(session, task.id);
  const isRemark = wanted.ask === "discuss" && step === "design";
  const isAfter = step === "plan" || step === "review";
  const decisions = decidedIn(entries, session.batches);
  const noted = withNotes(decisions, task).filter((one) => !isSaidElsewhere(one, session, step === "review"));
  return [
    prose({
      weight: WEIGHT.session,
      floor: FLOOR.asked,
      title: `Session ${session.id}: ${inline(session.title)}`,
      text: session.description,
      after: boundedTo(session),
      command: showSessionCommand(session.id),
    }),
    batchPart(session, step),
    isAgain ? section("What changed since", fenced(task.instruction)) : null,
    ...(step === "scout" && !isAgain ? earlierScout(room, session) : scoutText(session)),
    step === "plan" ? scoutedAgain(session) : null,
    isAfter ? carriedPart(session, decisions, step) : null,
    settled(session, step),
    decidedPart(session, noted),
    ...(step === "review" ? wholeBlocks(session, work, decisions) : []),
    ...(isAfter ? designParts(session, batchOf(session)) : []),
    presented(session, step, wanted),
    conversation(session, step, wanted, entries, decisions),
    saidNow(session, wanted),
    lastTry(wanted.refusals),
    section("What to do", bullets(isAgain ? LOOK_AGAIN : instructions(room, session, step, wanted))),
    isRemark ? null : section("The reply", shape(step).trimEnd()),
  ];
}

/** What is discussed is replayed in full; what is judged or built fits what a client shows. */
export function budgetOf(room: Room, task: Task): number {
  const asked = askedStep(room, task);
  return asked === null || asked.step === "review" ? DELIVERY_BYTES : STEP_BYTES;
}

/** A person's latest comment. */
function saidNow({ id }: Session, { comment }: SessionWork): Block {
  if (comment === null) return null;
  return prose({
    weight: WEIGHT.instruction,
    floor: FLOOR.instruction,
    title: `What ${inline(comment.by)} says now`,
    text: comment.text,
    command: showSessionCommand(id),
  });
}

/** The parts of the design that a step of this batch needs first; without batches it needs all of it alike. */
function batchOf({ batches, batch }: Session): { title: string; instruction: string } {
  const { title = "", description = "" } = batches?.[batch ?? -1] ?? {};
  return { title, instruction: description };
}

function batchPart(session: Session, step: ProposalStep): Part | null {
  const { batches, batch, id } = session;
  if (batches === null || batch === null) return null;
  // A scout of a session with batches looks at what one of them changed.
  const isOfAll = !isOfBatch(step) && step !== "scout";
  return items({
    weight: WEIGHT.session,
    floor: FLOOR.asked,
    title: "The batches",
    lead: isOfAll ? "They are planned and done one after the other; this step is for all of them." : null,
    items: batches.map(({ title, description, state, result }, i): Item => {
      const isDone = state === "completed";
      const now = isDone ? "done" : isOfAll ? null : i === batch ? "this one" : "later";
      const which = now === null ? `${i + 1}` : `${i + 1} (${now})`;
      const about = inline(description);
      return {
        kind: "line",
        text: `Batch ${which}: ${inline(title)}. ${result ? `${endSentence(about)} Result: ${inline(result)}` : about}`,
      };
    }),
    command: showSessionCommand(id),
  });
}

function boundedTo({ boundaries }: Session): string | null {
  const lines = boundaries ? boundaryLines(boundaries) : [];
  if (lines.length === 0) return null;
  return `Limits for this session's tasks, set by whoever started it:\n\n${bullets(lines)}`;
}

function scoutText({ id, proposals }: Session): Part[] {
  const scout = proposals.scout?.value;
  const command = showProposalCommand(id, "scout");
  return scout ? foundParts(scout, command, { title: "What the scout found" }) : [];
}

/** The point of view to look from, and what was seen from there before something changed. */
function earlierScout({ scouts }: Room, { angle, proposals }: Session): Block[] {
  const from = angle ?? proposals.scout?.value.angle;
  if (!from) return [];
  const stored = findScout(scouts, from);
  const look = `Look from this angle, and name it in \`angle\`: ${inline(from)}`;
  if (!stored) return [section("The angle", look)];
  const changes = changesSince(scouts, stored).map((change) => inline(changeText(change)));
  const shown = changes.slice(0, CHANGES_SHOWN);
  const more = changes.length - shown.length;
  const title = `What ${inline(stored.by.name)} found from this angle, ${isoMinute(stored.at)}`;
  const since = bullets([...shown, ...(more > 0 ? [`and ${more} earlier changes`] : [])]);
  return [
    ...foundParts(stored.value, "squadroom scout show", { title, lead: look }),
    shown.length === 0 ? null : `What changed since; look there first:\n\n${since}`,
  ];
}

function foundParts(scout: ScoutReply, command: string, heading: { title: string; lead?: string }): Part[] {
  const files = scout.files.map(({ path, why }) => `${inline(path)}${why ? `: ${inline(why)}` : ""}`);
  const line = (text: string): Item => ({ kind: "line", text });
  const weight = WEIGHT.scout;
  return [
    items({
      weight,
      ...heading,
      items: [
        line(`Looked for: ${inline(scout.angle)}`),
        ...scout.top5.map((text) => line(`Matters most: ${inline(text)}`)),
        ...scout.patterns.map((text) => line(`Pattern: ${inline(text)}`)),
        ...files.slice(0, 60).map((text): Item => ({ kind: "file", text: `File ${text}` })),
      ],
      command,
    }),
    ...(scout.notes ? [prose({ weight, text: scout.notes, command })] : []),
  ];
}

/** What is under discussion, in full: a revision starts from it. */
function presented(session: Session, step: ProposalStep, { ask, comment }: SessionWork): Block {
  const proposal = session.proposals[step];
  if (!proposal || ask === "present" || ask === "renew") return null;
  const about =
    comment?.sectionId === null || comment === null
      ? null
      : `The comment is about the section ${inline(comment.sectionId)}.`;
  return prose({
    weight: WEIGHT.findings,
    floor: FLOOR.findings,
    title: `What you presented (version ${proposal.version})`,
    lead: about,
    text: JSON.stringify(proposal.value, null, 1),
    language: "json",
    command: showProposalCommand(session.id, step),
  });
}

/** This step's, and that of steps that somebody came back from; capped, the oldest left out, and the text says so. */
function conversation(
  session: Session,
  step: ProposalStep,
  work: SessionWork,
  entries: readonly Said[],
  decisions: readonly Decided[],
): Part {
  const kept = saidAbout(session, step, work, entries);
  return conversationPart(
    // What was said with a decision is given with the decisions.
    kept.filter((entry) => !decisions.some(({ seq, note }) => seq === entry.seq && note !== "")),
    session.id,
  );
}

/** The part of a session's conversation about the requested step. */
export function saidAbout(session: Session, step: ProposalStep, work: SessionWork, entries: readonly Said[]): Said[] {
  const now = session.proposals[step]?.version;
  const isShown = (entry: Said) => entry.step === step && entry.kind === "proposal" && entry.version === now;
  const latest = work.comment
    ? entries.findLast(({ kind, content }) => kind === "comment" && content === work.comment?.text)
    : undefined;
  return entries.filter(
    (entry) =>
      (entry.step === step || session.leftSteps.includes(entry.step) || isOfExecution(session, step, entry)) &&
      entry !== latest &&
      // What was wrong with a reply is the room's word, and has a section of its own while it matters.
      entry.kind !== "refusal" &&
      !isShown(entry),
  );
}

/** What people decided while the plan was carried out, for whoever judges all of it. */
function isOfExecution({ execution }: Session, step: ProposalStep, entry: Said): boolean {
  return step === "review" && entry.kind === "choice" && entry.at > (execution?.at ?? Infinity);
}

function instructions(room: Room, session: Session, step: ProposalStep, work: SessionWork): string[] {
  const knobs = KNOBS[session.complexity?.level ?? "exploration"];
  const lines = [STEP_WORK[step](knobs), ...(step === "plan" ? planFacts(room, session) : [])];
  switch (work.ask) {
    case "discuss":
      lines.push(
        step === "design"
          ? "Answer the comment in words. Leave the text as it is: a revision is requested separately."
          : "Take the comment into account and present the whole step again. Keep the ids of what stays.",
      );
      break;
    case "revise":
      lines.push("Revise it as the comment asks and present the whole step again; keep everything else word for word.");
      break;
    case "renew":
      lines.push(
        step === "scout"
          ? "A person wants a fresh look: look again, whatever was found before."
          : "Something it is based on has changed: present the whole step again from what holds now.",
      );
      break;
    case "present":
      break;
    default:
      return unreachable(work.ask);
  }
  return lines;
}

/** Who is available to do it, and what this plan is for. */
function planFacts({ team }: Room, { batches, batch, boundaries }: Session): string[] {
  const roles = team.roles.map(({ name, specialty }) => `${name} (${inline(specialty)})`);
  const current = batches && batch !== null ? batches[batch] : undefined;
  return [
    `Roles of this team: ${listed(roles)}. Reviews run automatically: plan no tasks for them.`,
    ...(boundaries && boundaryLines(boundaries).length > 0
      ? [
          "Keep each task's files inside what the session may change: its agent is bound to that. If the work needs more, say so in the instruction; whoever approves the plan decides.",
        ]
      : []),
    ...(current ? [`Plan batch ${(batch ?? 0) + 1} only: ${inline(current.title)}.`] : []),
  ];
}

const range = ({ min, max }: Range) => `${min} to ${max}`;
const DEPTHS: Record<Knobs["depth"], string> = {
  short: "a few sentences each",
  medium: "with only what is needed to judge it",
  deep: "in depth: interfaces, data, failure, migration, what was rejected and why",
};

/** What each step wants; the numbers are the level's. */
const STEP_WORK: Record<ProposalStep, (knobs: Knobs) => string> = {
  scout: () =>
    "Look at the project before anybody is asked: which files and patterns matter here, and what could trip up a planner? Change nothing.",
  triage: () =>
    "Say how much process this needs. `straightforward`: a clear path, no choices. `exploration`: choices that matter. `complex`: several systems, competing goals. If it is one thing but broad, propose `batches`; propose independent parts as `splits`.",
  questions: ({ questions }) =>
    `Ask ${range(questions ?? { min: 3, max: 5 })} questions whose answers change what is built, each with options where you see them. Ask nothing that the code can answer.`,
  approaches: ({ approaches }) =>
    `Present ${range(approaches ?? { min: 2, max: 3 })} approaches that differ in kind, with the costs and risks of each, and recommend one.`,
  design: ({ sections, depth }) =>
    `Write the design in ${range(sections)} sections, ${DEPTHS[depth]}. If no approach was chosen, pick one, say why, and name it in \`approachId\`: the id of a presented one, or a short name of your own.`,
  plan: () =>
    "Break it into tasks that one agent can do alone, each with an instruction, files, a role, what it requires and how to tell that it is right. Tasks that can run at the same time must not write the same files. Give a task its own `priority`, `timeoutS`, `boundaries` or named `outputs` only where it needs them. `reviewers` only adds to the roles that review anyway.",
  review: () =>
    "Judge everything the plan's tasks did against the design and the criteria: read what changed, run what can be run. Each finding says file, line, what is wrong and how bad it is. Put what must change into `mustFix`; set `passed` only if nothing must.",
};
