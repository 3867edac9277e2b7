import type { ScoutReply } from "../reply/shapes.ts";
import type { Room } from "../room/room.ts";
import { changesSince, changeText, findScout } from "../scout/scout.ts";
import type { SessionEntry } from "../session/contract.ts";
import { type GatePreset, REQUIREMENTS } from "../session/gate.ts";
import { isRescout, workOf } from "../session/rescout.ts";
import { findSession, type Session, type SessionWork } from "../session/session.ts";
import { KNOBS, type Knobs, type ProposalStep } from "../session/steps.ts";
import type { Task } from "../task/task.ts";
import { boundaryLines } from "./boundaries.ts";
import { bullets, fenced, inline, isoMinute, listed, section } from "./markdown.ts";
import { LOOK_AGAIN, scoutedAgain } from "./rescout.ts";

/** Words of the conversation that a prompt carries; the oldest entries go first. */
export const CONVERSATION_WORDS = 3_000;

export type Said = Pick<
  SessionEntry,
  "seq" | "at" | "step" | "role" | "by" | "kind" | "content" | "version"
> &
  Partial<Pick<SessionEntry, "chosen">>;

/** Changes since an earlier scout that a prompt names. */
const CHANGES_SHOWN = 20;

/** The session's step that this task is to be answered for. */
export function askedStep(room: Room, task: Pick<Task, "id" | "sessionId">) {
  const session = task.sessionId === null ? undefined : findSession(room.sessions, task.sessionId);
  const work = session && workOf(session, task.id);
  if (!session || !work) return null;
  return { session, work, step: work.step as ProposalStep };
}

/**
 * What an agent reads to present a step, or to go on talking about it: all that was found, decided and said so
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
): (string | null)[] {
  const asked = askedStep(room, task);
  if (!asked) return [partOfPlan(room, task)];
  const { session, work, step } = asked;
  const isAgain = isRescout(session, task.id);
  const isRemark = work.ask === "discuss" && step === "design";
  return [
    section(
      `Session ${session.id}: ${inline(session.title)}`,
      fenced(session.description),
      batchText(session),
      boundedTo(session),
    ),
    isAgain ? section("What changed since", fenced(task.instruction)) : null,
    step === "scout" && !isAgain ? earlierScout(room, session) : scoutText(session),
    step === "plan" ? scoutedAgain(session) : null,
    decided(session, step),
    presented(session, step, work),
    conversation(session, step, work, entries),
    work.comment === null
      ? null
      : section(`What ${inline(work.comment.by)} says now`, fenced(work.comment.text)),
    refused(work),
    section("What to do", bullets(isAgain ? LOOK_AGAIN : instructions(room, session, step, work))),
    isRemark ? null : section("The reply", shape(step)),
  ];
}

/** A task of an approved plan knows what it is part of. */
function partOfPlan(room: Room, task: Task): string | null {
  const session = task.sessionId === null ? undefined : findSession(room.sessions, task.sessionId);
  if (!session) return null;
  const design = session.proposals.design?.value.sections ?? [];
  const chosen = session.proposals.approaches?.value.approaches.find(
    ({ id }) => id === session.approachId,
  );
  return section(
    `Part of session ${session.id}`,
    bullets([
      `${inline(session.title)}${chosen ? `; the way chosen: ${inline(chosen.title)}` : ""}.`,
      ...(design.length > 0
        ? [
            `The design: ${listed(design.map(({ title }) => inline(title)))}. \`squadroom session show ${session.id}\` prints all of it.`,
          ]
        : [`\`squadroom session show ${session.id}\` prints what was decided.`]),
      ending(task),
      ...(task.reviewOf ? [] : wantedChecks(session.gates.preset)),
    ]),
  );
}

function ending({ review, reviewOf }: Task): string {
  if (reviewOf) return "End it with `done` and your reply.";
  if (!review) return "End it with `done`: the whole is reviewed once more after it.";
  const who = review.reviewers.length > 0 ? listed(review.reviewers) : "whoever else is there";
  return `End it with \`done\`, not with a handoff, and with \`--diff changes.diff\` where there is one: ${who} reviews it by itself, what is found comes back to you, and what needs it starts once it passed.`;
}

/** What the gate behind the review asks of whoever does the work. */
function wantedChecks(preset: GatePreset): string[] {
  const wanted = REQUIREMENTS[preset].map(({ name, min, max }) =>
    min !== undefined
      ? `\`--check ${name}=passed:PERCENT\` (at least ${min})`
      : max !== undefined
        ? `\`--check ${name}=passed:COUNT\` (at most ${max})`
        : `\`--check ${name}=passed\``,
  );
  if (wanted.length === 0) return [];
  return [
    `Run these checks and report each with \`done\`: ${listed(wanted)}; \`=failed\` where it did. What nobody reports does not pass.`,
  ];
}

function batchText({ batches, batch }: Session): string | null {
  if (batches === null || batch === null) return null;
  const lines = batches.map(({ title, description, state, result }, i) => {
    const now = i === batch ? "this one" : state === "completed" ? "done" : "later";
    const came = result ? ` What came of it: ${inline(result)}` : "";
    return `Batch ${i + 1} (${now}): ${inline(title)}. ${inline(description)}${came}`;
  });
  return bullets(lines);
}

function boundedTo({ boundaries }: Session): string | null {
  const lines = boundaries ? boundaryLines(boundaries) : [];
  if (lines.length === 0) return null;
  return `Whoever started this session says what its tasks may change:\n\n${bullets(lines)}`;
}

function scoutText({ proposals }: Session): string | null {
  const scout = proposals.scout?.value;
  return scout ? section("What the scout found", ...foundText(scout)) : null;
}

/** From where to look, and what was seen from there before something changed. */
function earlierScout({ scouts }: Room, { angle, proposals }: Session): string | null {
  const from = angle ?? proposals.scout?.value.angle;
  if (!from) return null;
  const stored = findScout(scouts, from);
  const look = `Look from this angle, and call it that: ${inline(from)}`;
  if (!stored) return section("The angle", look);
  const changes = changesSince(scouts, stored).map((change) => inline(changeText(change)));
  const shown = changes.slice(0, CHANGES_SHOWN);
  const more = changes.length - shown.length;
  return section(
    `What ${inline(stored.by.name)} saw from here, ${isoMinute(stored.at)}`,
    look,
    ...foundText(stored.value),
    shown.length === 0 ? null : "What changed since; look there first:",
    shown.length === 0
      ? null
      : bullets([...shown, ...(more > 0 ? [`and ${more} more before`] : [])]),
  );
}

function foundText(scout: ScoutReply): (string | null)[] {
  const files = scout.files.map(
    ({ path, why }) => `${inline(path)}${why ? `: ${inline(why)}` : ""}`,
  );
  return [
    bullets([
      `Looked for: ${inline(scout.angle)}`,
      ...scout.top5.map((line) => `Matters most: ${inline(line)}`),
      ...scout.patterns.map((line) => `Pattern: ${inline(line)}`),
      ...files.slice(0, 60).map((line) => `File ${line}`),
    ]),
    scout.notes ? fenced(scout.notes) : null,
  ];
}

/** What people decided so far, in the order of the flow. */
function decided(session: Session, step: ProposalStep): string | null {
  const { complexity, proposals, answers, approachId } = session;
  const questions = proposals.questions?.value.questions ?? [];
  const lines: string[] = [];
  if (complexity) lines.push(`Level: ${complexity.level} (${complexity.how}).`);
  for (const { id, text } of questions) {
    const answer = answers[id];
    const said = answer
      ? [answer.option, answer.text].filter(Boolean).join("; ")
      : "user deferred: use your best judgment";
    if (step !== "questions" || answer) lines.push(`${inline(text)} → ${inline(said)}`);
  }
  const approaches = proposals.approaches?.value.approaches ?? [];
  const chosen = approaches.find(({ id }) => id === approachId);
  if (step === "design" || step === "plan" || step === "review") {
    if (chosen) lines.push(`The way chosen: ${inline(chosen.title)}. ${inline(chosen.summary)}`);
    else if (approaches.length > 0)
      lines.push(
        step === "design"
          ? "The choice of the approach is left to you: say which one and why."
          : "The choice of the approach was left to whoever wrote the design.",
      );
  }
  const design = proposals.design?.value.sections ?? [];
  const isAfter = step === "plan" || step === "review";
  return section(
    "Decided so far",
    lines.length > 0 ? bullets(lines) : null,
    ...(isAfter
      ? design.map(({ title, content }) => `${inline(title)}:\n\n${fenced(content, "markdown")}`)
      : []),
  );
}

/** What is talked about, in full: a revision starts from it. */
function presented(
  session: Session,
  step: ProposalStep,
  { ask, comment }: SessionWork,
): string | null {
  const proposal = session.proposals[step];
  if (!proposal || ask === "present" || ask === "renew") return null;
  const about =
    comment?.sectionId === null || comment === null
      ? null
      : `The comment is about the section ${inline(comment.sectionId)}.`;
  return section(
    `What you presented (version ${proposal.version})`,
    about,
    fenced(JSON.stringify(proposal.value, null, 1), "json"),
  );
}

/** This step's, and that of steps that somebody came back from; capped, the oldest left out, and that is said. */
function conversation(
  session: Session,
  step: ProposalStep,
  work: SessionWork,
  entries: readonly Said[],
): string | null {
  const now = session.proposals[step]?.version;
  const isShown = (entry: Said) =>
    entry.step === step && entry.kind === "proposal" && entry.version === now;
  const latest = work.comment
    ? entries.findLast(({ kind, content }) => kind === "comment" && content === work.comment?.text)
    : undefined;
  const kept = entries.filter(
    (entry) =>
      (entry.step === step || session.leftSteps.includes(entry.step)) &&
      entry !== latest &&
      !isShown(entry),
  );
  let words = 0;
  let from = kept.length;
  while (from > 0 && words + wordsIn(kept[from - 1]) <= CONVERSATION_WORDS) {
    from -= 1;
    words += wordsIn(kept[from]);
  }
  const left = from;
  return section(
    "What was said",
    left > 0
      ? `${left} earlier ${left === 1 ? "entry is" : "entries are"} left out here; \`squadroom session show ${session.id}\` has them.`
      : null,
    ...kept
      .slice(from)
      .map(
        ({ by, at, step: of, content, chosen }) =>
          `${inline(by)}, ${isoMinute(at)}, ${of}${chosen ? `, chose “${inline(chosen)}”` : ""}${content === "" ? "." : `:\n\n${fenced(content)}`}`,
      ),
  );
}

function refused({ refusals }: SessionWork): string | null {
  const last = refusals.at(-1);
  return last
    ? section(
        "Your last reply could not be used",
        `${inline(last.message)} Send it again, mended; this is the last try.`,
      )
    : null;
}

function instructions(
  room: Room,
  session: Session,
  step: ProposalStep,
  work: SessionWork,
): string[] {
  const knobs = KNOBS[session.complexity?.level ?? "exploration"];
  const lines = [STEP_WORK[step](knobs), ...(step === "plan" ? planFacts(room, session) : [])];
  switch (work.ask) {
    case "discuss":
      lines.push(
        step === "design"
          ? "Answer the comment in words. The text stays as it is: a revision is asked for by itself."
          : "Take the comment into account and present the step anew, whole. Keep the ids of what stays.",
      );
      break;
    case "revise":
      lines.push(
        "Revise after the comment and present the step anew, whole; what is not meant stays to the letter.",
      );
      break;
    case "renew":
      lines.push(
        step === "scout"
          ? "A person wants it seen anew: look again, whatever was found before."
          : "Something in front of it was decided otherwise since: present it anew from what holds now.",
      );
      break;
    case "present":
      break;
    default:
      throw new Error("a way of asking that nobody knows");
  }
  return lines;
}

/** Who there is to do it, and what this plan is for. */
function planFacts({ team }: Room, { batches, batch, boundaries }: Session): string[] {
  const roles = team.roles.map(({ name, specialty }) => `${name} (${inline(specialty)})`);
  const current = batches && batch !== null ? batches[batch] : undefined;
  return [
    `Roles of this team: ${listed(roles)}. Reviews run by themselves: plan no task for them.`,
    ...(boundaries && boundaryLines(boundaries).length > 0
      ? [
          "Keep the files of each task inside what the session may change: its agent is bound to that. Where the work needs more, say so in the instruction, and the person who approves the plan decides.",
        ]
      : []),
    ...(current ? [`Plan batch ${(batch ?? 0) + 1} only: ${inline(current.title)}.`] : []),
  ];
}

const range = ({ min, max }: { min: number; max: number }) => `${min} to ${max}`;
const DEPTHS: Record<Knobs["depth"], string> = {
  short: "a few sentences each",
  medium: "what is needed to judge it, no more",
  deep: "in depth: interfaces, data, failure, migration, what was rejected and why",
};

/** What each step wants; the numbers are the level's. */
const STEP_WORK: Record<ProposalStep, (knobs: Knobs) => string> = {
  scout: () =>
    "Look at the project before anybody is asked: which files and patterns matter for this, and what a planner would trip over. Change nothing.",
  triage: () =>
    "Say how much process this deserves. `straightforward`: a clear path, no choices. `exploration`: choices that matter. `complex`: several systems, wishes that compete. Where it is broad but one thing, propose batches; what is independent, propose to split off.",
  questions: ({ questions }) =>
    `Ask ${range(questions ?? { min: 3, max: 5 })} questions whose answers change what is built, each with options where you see them. Nothing that the code answers.`,
  approaches: ({ approaches }) =>
    `Present ${range(approaches ?? { min: 2, max: 3 })} ways that differ in kind, with what each costs and risks, and recommend one.`,
  design: ({ sections, depth }) =>
    `Write the design in ${range(sections)} sections, ${DEPTHS[depth]}. Where no approach was chosen, pick one and say why.`,
  plan: () =>
    "Break it into tasks that an agent can do alone, each with instruction, files, role, what it requires and how to tell that it is right. Tasks that may run at once do not write the same files. `reviewers` only adds to those who review anyway.",
  review: () =>
    "Judge all that the plan's tasks did against the design and the criteria: read what changed, run what can be run. Each finding says file, line, what is wrong and how bad it is. What must change goes into `mustFix`; `passed` only where nothing must.",
};

function wordsIn(entry: Said | undefined): number {
  return wordsOf(`${entry?.chosen ?? ""} ${entry?.content ?? ""}`);
}

function wordsOf(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
