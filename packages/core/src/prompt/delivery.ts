import type { Agent } from "../agent/agent.ts";
import { type Attachment, sizeText } from "../attachment/attachment.ts";
import type { AgentId, RoleName } from "../kernel/ids.ts";
import { titleOf } from "../message/decide.ts";
import type { Message } from "../message/message.ts";
import { shapeText } from "../reply/describe.ts";
import type { Room } from "../room/room.ts";
import { availableWith } from "../task/claim.ts";
import { tasksInHand } from "../task/order.ts";
import type { Artifact, TaskResult } from "../task/result.ts";
import { MAX_ATTEMPTS, type Task } from "../task/task.ts";
import { actingEntryPoint, resolveVariant, type Team } from "../team/team.ts";
import { answeredQuestions } from "./answered-questions.ts";
import { backlogSection, modeLine } from "./backlog.ts";
import { boundaryLines } from "./boundaries.ts";
import { attachmentCommand, COMMANDS } from "./commands.ts";
import { askedAbout, type HeldTask } from "./deliver.ts";
import { endsSection } from "./ends.ts";
import {
  bullets,
  document,
  duration,
  fenced,
  inline,
  isoMinute,
  listed,
  section,
} from "./markdown.ts";
import { noteBlock, returnedBlocks, reviewBlocks } from "./review.ts";
import { chainText } from "./roles.ts";
import { askedStep, type Said, sessionBlocks } from "./session.ts";
import { type Whose, whoseLines } from "./whose.ts";

/** `handoffs`: where the task may go now, its `allowedHandoffs`. */
export interface DeliveryInput extends Whose {
  /** The message that the work goes back to: the user's. */
  origin: Message | null;
  /** The result of the task that was handed off to make this one. */
  fromResult: TaskResult | null;
  /** Mail that this answer carries. */
  messages: readonly {
    from: string;
    body: string;
    at: number;
    waitsAs?: string | null;
    attachments?: readonly Attachment[] | undefined;
  }[];
  /** The agent's last ended tasks, the latest first. */
  recent: readonly { taskId: string; title: string; summary: string }[];
  /** Idempotency keys for the three ways to end it. */
  keys: { handoff: string; done: string; fail: string };
  /** What was said in its session, the oldest first. */
  said?: readonly Said[];
  now: number;
}

/**
 * What an agent reads when it gets a task: all it needs for this one, and nothing of the last.
 * Overrides the snapshot of the init prompt.
 *
 * @source domain.md § 4 (prompts)
 */
export function deliveryText(input: DeliveryInput): string {
  const { room, task, messages } = input;
  const ofSession = sessionBlocks(room, task, input.said ?? [], shapeText);
  const isStep = askedStep(room, task) !== null;
  const ofReview = reviewBlocks(room, task, shapeText("review"));
  return document([
    `# ${task.id}: ${inline(task.title)}`,
    head(input),
    section("Messages for you", ...messages.map(mailText)),
    asked(input),
    answeredQuestions(task),
    backlogSection(room, task),
    ...(isStep ? ofSession : [section("Instruction", fenced(task.instruction)), ...ofSession]),
    ...ofReview,
    ...returnedBlocks(room, task, input.agent.id),
    task.reviewOf ? null : noteBlock(task),
    section("Files that go with it", filesText(task.said?.attachments)),
    limits(task),
    originalMessage(input),
    senderResult(input),
    existing(task),
    teamNow(input),
    endsSection(input),
    section("What you did before", bullets(input.recent.map(recentLine))),
    restKeys(input),
  ]);
}

/** An interrupt says what becomes of the task in hand: nothing. */
function mailText(message: DeliveryInput["messages"][number]): string {
  const { from, body, at, waitsAs, attachments } = message;
  return [
    `${inline(from)}, ${isoMinute(at)}:`,
    fenced(body),
    filesText(attachments),
    ...(waitsAs ? [interruptNote(waitsAs)] : []),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** Each file with the command that saves it. */
export function filesText(attachments: readonly Attachment[] = []): string {
  return bullets(
    attachments.map(
      ({ id, name, type, size }) =>
        `${inline(name)} (${inline(type)}, ${sizeText(size)}): \`${attachmentCommand(id)}\``,
    ),
  );
}

/** What the reader of an interrupt needs to know, wherever it is read. */
export function interruptNote(waitsAs: string): string {
  return `An interrupt: it waits as ${waitsAs}, next for your role. Your claim stays. Take it into account now, and end your task when that is right.`;
}

function head(input: DeliveryInput): string {
  const { task, agent, room } = input;
  const { lease } = task;
  const timeOut = lease.claimedAt + lease.pausedMs + task.timeoutS * 1000;
  const paused = lease.pausedMs > 0 ? ", not counting the wait for a person" : "";
  const from = task.fromTaskId ? `, out of ${task.fromTaskId}` : "";
  const creator = `${inline(task.createdBy.name)}${task.createdBy.role ? ` (${task.createdBy.role})` : ""}`;
  const kinds = {
    user_message: "a message of the user",
    backlog: "an item of the backlog",
    session: `a part of session ${task.sessionId}`,
    handoff: task.intent ?? "a task",
    task: task.intent ?? "a task",
  };
  const kind = kinds[task.origin.kind];
  return bullets([
    `Room ${room.name}, for you, ${inline(agent.name)} (${agent.role}).`,
    `From ${creator}: ${kind}${from}.`,
    ...whoseLines(input),
    ...modeLine(room, task),
    `Priority ${task.priority}. Attempt ${task.attempts + 1} of ${MAX_ATTEMPTS}. Fence ${lease.fence}.`,
    `Done by ${isoMinute(timeOut)}, ${duration(task.timeoutS)} after the claim${paused}. ${duration(lease.ttlS)} without a call of yours end the claim.`,
  ]);
}

/** What people were asked about this task: it waits for that, or goes on with what they said. */
function asked({ room, task }: DeliveryInput): string | null {
  const blocks = askedAbout(room, task).map(({ question, askedBy, askedAt, answer }) => {
    const asker = askedBy === null ? "A person was asked" : `${inline(askedBy)} asked a person`;
    const note = answer?.note.trim() ? `\n\n${fenced(answer.note)}` : "";
    const said = answer
      ? `${inline(answer.by)} answered, ${isoMinute(answer.at)}: ${inline(answer.label)}${note}`
      : `No answer yet: your time stands still, and \`${COMMANDS.wait}\` returns it.`;
    return `${asker}, ${isoMinute(askedAt)}:\n\n${fenced(question)}\n\n${said}`;
  });
  return section("Asked about this task", ...blocks);
}

function limits(task: HeldTask): string | null {
  return document([
    section(
      "Limits",
      bullets([
        ...boundaryLines(task.boundaries),
        ...(task.outputs.length > 0 ? [`Outputs: ${task.outputs.map(inline).join(", ")}`] : []),
      ]),
    ),
    section(
      "Success criteria",
      task.successCriteria.map((text, i) => `${i + 1}. ${inline(text)}`).join("\n"),
    ),
  ]).trimEnd();
}

function originalMessage({ task, origin }: DeliveryInput): string | null {
  if (!origin || origin.body === task.instruction) return null;
  const from = origin.from.kind === "server" ? "the server" : inline(origin.from.name);
  return section(
    "The user's message",
    `From ${from}, ${isoMinute(origin.at)}:`,
    fenced(origin.body),
    filesText(origin.attachments),
  );
}

function senderResult({ task, fromResult }: DeliveryInput): string | null {
  if (!fromResult) return null;
  const { summary, keyDecisions, artifacts, warnings, criteria } = fromResult;
  const notes = [
    ...keyDecisions.map((text) => `Decided: ${inline(text)}`),
    ...criteria.map(({ criterion, met, note }) => {
      const said = note ? `; note: ${inline(note)}` : "";
      return `Criterion ${met ? "met" : "not met"}: ${inline(criterion)}${said}`;
    }),
    ...warnings.map((text) => `Warning: ${inline(text)}`),
    ...artifactLines(artifacts),
  ];
  // Who reports no summary of its own has the beginning of its message as one.
  const isMessage = summary === task.instruction || summary === titleOf(task.instruction, 400);
  return section(
    `Result of ${task.fromTaskId ?? "the sender"}`,
    isMessage ? null : fenced(summary),
    bullets(notes),
  );
}

function existing(task: HeldTask): string | null {
  const { progress, lastEnd } = task;
  if (!progress && !lastEnd) return null;
  const lines = [
    ...(lastEnd
      ? [
          `The last attempt ended ${isoMinute(lastEnd.at)}: ${ENDS[lastEnd.how]}. ${inline(lastEnd.reason)}`,
        ]
      : []),
    ...(progress ? progressLines(progress) : []),
  ];
  return section(
    "What exists already",
    "Look at it before you go on; do not do it again.",
    bullets(lines),
  );
}

const ENDS = {
  expired: "the claim expired",
  timed_out: "its time was over",
  failed: "it was failed",
  left: "its agent left",
  put_back: "a person put it back",
} as const;

function progressLines(progress: NonNullable<HeldTask["progress"]>): string[] {
  const percent = progress.percent === undefined ? "" : `, ${progress.percent} %`;
  const action = progress.action === undefined ? "" : `: ${inline(progress.action)}`;
  return [
    `Progress of ${isoMinute(progress.at)}${percent}${action}`,
    ...progress.completed.map((step) => `Done: ${inline(step)}`),
    ...progress.remaining.map((step) => `Left: ${inline(step)}`),
    ...artifactLines(progress.artifacts),
  ];
}

function artifactLines(artifacts: readonly Artifact[]): string[] {
  return artifacts.map(({ path, status, lines }) => {
    const size = lines === undefined ? "" : `, ${lines} lines`;
    return `File ${status}: ${inline(path)}${size}`;
  });
}

function teamNow({ room, task, agent, now }: DeliveryInput): string | null {
  const { team } = room;
  const available = availableWith(room, agent.role);
  const variant = resolveVariant(team, available);
  const promised =
    variant.name === task.lease.variant
      ? []
      : [
          `Delivered to you in **${task.lease.variant}**: what that allowed stays allowed while it is available.`,
        ];
  const acting = actingEntryPoint(team, available);
  const note = variant.note && available.includes(acting) ? ` (${variant.note})` : "";
  const changed =
    room.teamVersion > 1 && room.teamSince > agent.joinedAt
      ? [
          `The team was changed ${isoMinute(room.teamSince)}, after you joined: \`${COMMANDS.context}\` prints the rules of now.`,
        ]
      : [];
  const inHand = tasksInHand(room);
  return section(
    "Team now",
    bullets([
      ...team.roles.map((role) => `${role.name}: ${whoFills(room, role.name, agent, inHand)}`),
      `As of ${isoMinute(now)} **${variant.name}** is in force${note}, because ${because(team, available, agent.role)}: ${chainText(variant.chain)}.`,
      ...promised,
      ...changed,
    ]),
  );
}

function whoFills(
  room: Room,
  role: RoleName,
  self: Agent,
  inHand: ReadonlyMap<AgentId, Task>,
): string {
  const agents = Object.values(room.agents).filter(
    (other) => other.role === role && other.id !== self.id,
  );
  const there = agents
    .filter((other) => other.online)
    .map((other) => {
      const held = inHand.get(other.id);
      return held ? `${inline(other.name)} (works on ${held.id})` : inline(other.name);
    });
  if (role === self.role) return listed(["you", ...there]);
  if (there.length > 0) return listed(there);
  const [since] = agents.map((other) => other.offlineSince ?? 0).sort((a, b) => b - a);
  return since ? `nobody since ${isoMinute(since)}` : "nobody";
}

function because({ roles }: Team, available: readonly string[], self: string): string {
  const others = roles.map(({ name }) => name).filter((name) => name !== self);
  const there = others.filter((name) => available.includes(name));
  if (there.length === 0) return "nobody else is available";
  const away = others.filter((name) => !there.includes(name));
  const areThere = `${listed(there)} ${there.length === 1 ? "is" : "are"} available`;
  return away.length === 0 ? areThere : `${areThere}, ${listed(away)} not`;
}

function restKeys({ task, keys }: DeliveryInput): string | null {
  return section(
    "For REST",
    `Fence ${task.lease.fence}. \`idempotency-key\` of a handoff \`${keys.handoff}\`, of the completion \`${keys.done}\`, of a failure \`${keys.fail}\`; the same key again has the effect of once.`,
  );
}

function recentLine({ taskId, title, summary }: DeliveryInput["recent"][number]): string {
  const name = title === "" ? taskId : `${taskId} ${inline(title)}`;
  return `${name}: ${inline(shortened(summary))}`;
}

/** A summary in a list: its beginning. */
function shortened(text: string, max = 200): string {
  return text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .toWellFormed()
        .trimEnd()}…`;
}
