import { accumulatorOf } from "../context/accumulator.ts";
import type { Reported } from "../context/shared.ts";
import { possibleEnds } from "../handoff/ends.ts";
import { heldForAt } from "../kernel/lease.ts";
import { secondsText } from "../kernel/words.ts";
import type { Message } from "../message/message.ts";
import { shapeText } from "../reply/describe.ts";
import { clockOf, PAUSED } from "../task/clock.ts";
import type { EarlierTask } from "../task/earlier.ts";
import { attemptsOf } from "../task/task.ts";
import { accumulatorPart } from "./accumulator.ts";
import { backlogSection, modeLine } from "./backlog.ts";
import { showMessageCommand } from "./commands.ts";
import { type Part, withinBudget } from "./context/budget.ts";
import type { Said } from "./context/conversation.ts";
import { earlierBlocks, latestOf, redoneOf, toldEarlier } from "./context/earlier.ts";
import { prose } from "./context/prose.ts";
import {
  askedParts,
  chargeParts,
  existingPart,
  filesText,
  instructionPart,
  isToldAsAsked,
  type Mail,
  mailParts,
  messagePart,
  recentPart,
} from "./context/task.ts";
import { FLOOR, WEIGHT } from "./context/weights.ts";
import type { WholeWork } from "./context/whole.ts";
import { askedAbout, type HeldTask } from "./deliver.ts";
import { inWordsOf } from "./doors.ts";
import { endsSection } from "./ends.ts";
import { filesOf, joinedTexts, resultParts } from "./fanout.ts";
import { bullets, inline, isoMinute, section } from "./markdown.ts";
import { perspectiveBlocks } from "./perspective.ts";
import { noteBlock, returnedBlocks, reviewBlocks } from "./review.ts";
import { askedStep, budgetOf, sessionBlocks } from "./session.ts";
import { sharedParts } from "./shared.ts";
import { teamNow } from "./team-now.ts";
import { type Whose, whoseLines } from "./whose.ts";
import { wisdomPart } from "./wisdom.ts";

/** Most questions in full beside the answer; a message without a choice answers all that are open. */
const SHOWN = 5;

/** `handoffs`: where the task may go now, its `allowedHandoffs`. */
export interface DeliveryInput extends Whose {
  /** The message from which the work came: the user's. */
  origin: Message | null;
  /** What came before it, the newest first. */
  earlier?: readonly EarlierTask[];
  /** Mail that this answer carries. */
  messages: readonly Mail[];
  /** The agent's last ended tasks, the latest first. */
  recent: readonly { taskId: string; title: string; summary: string }[];
  /** Idempotency keys for the three ways to end it. */
  keys: { handoff: string; done: string; fail: string };
  /** What was said in its session, the oldest first. */
  said?: readonly Said[];
  /** The results of the plan that it is about. */
  work?: WholeWork;
  /** What tasks of its session reported, the newest first. */
  reported?: readonly Reported[];
  /** All of it, whatever its size. */
  isWhole?: boolean;
  now: number;
}

/**
 * What an agent reads when it gets a task: everything it needs for this one, and nothing about the last.
 * Overrides the snapshot of the init prompt.
 *
 * @source domain.md § 4 (prompts)
 */
export function deliveryText(input: DeliveryInput): string {
  const { room, task, messages, origin } = input;
  const asked = askedAbout(room, task);
  const isStep = askedStep(room, task) !== null;
  const ofSession = sessionBlocks(room, task, input.said ?? [], shapeText, input.work);
  const isWhole = input.isWhole ?? false;
  const earlier = input.earlier ?? [];
  const reported = input.reported ?? [];
  const told = toldEarlier(latestOf(earlier));
  const redone = new Set<string>(redoneOf(earlier).map(({ id }) => id));
  const made = new Set<string>(accumulatorOf(room, task, reported).map((one) => one.task));
  const text = withinBudget(
    [
      `# ${task.id}: ${inline(task.title)}`,
      head(input),
      ...mailParts(messages.filter((one) => !isToldAsAsked(one, asked))),
      ...askedParts(room, task),
      ...answeredQuestions(task),
      ...backlogSection(room, task),
      ...(isStep ? ofSession : [instructionPart(task), ...ofSession]),
      ...resultParts(room, task),
      ...reviewBlocks(room, task, shapeText("review")),
      ...perspectiveBlocks(room, task, shapeText("perspective")),
      ...returnedBlocks(room, task, input.agent.id),
      task.reviewOf ? null : noteBlock(task),
      section("Attached files", filesText(filesOf(room, task))),
      ...chargeParts(task),
      messagePart(task, origin),
      ...earlierBlocks(
        earlier,
        task,
        [
          ...(origin ? [origin.body] : []),
          ...joinedTexts(room, task),
          ...(task.said?.answered ?? []).map(({ text: question }) => question),
        ],
        isWhole,
      ),
      accumulatorPart(room, task, reported, isWhole, { told, redone }),
      existingPart(room, task),
      wisdomPart(room, task, input.agent.role, isWhole),
      ...sharedParts(input, isWhole),
      teamNow(input),
      endsSection(input),
      recentPart(input.recent.filter(({ taskId }) => !told.has(taskId) && !made.has(taskId))),
      restKeys(input),
    ],
    isWhole ? Infinity : budgetOf(room, task),
  );
  return inWordsOf(input.agent.door, text);
}

function head(input: DeliveryInput): string {
  const { task, agent, room } = input;
  const { lease } = task;
  const from = task.fromTaskId ? `, from ${task.fromTaskId}` : "";
  const creator = `${inline(task.createdBy.name)}${task.createdBy.role ? ` (${task.createdBy.role})` : ""}`;
  const kinds = {
    user_message: "a message from the user",
    backlog: "a backlog item",
    session: `part of session ${task.sessionId}`,
    handoff: task.intent ?? "a task",
    task: task.intent ?? "a task",
  };
  const kind = task.branchOf === undefined ? kinds[task.origin.kind] : "a request to several of you";
  return bullets([
    `Room ${room.name}, for you, ${inline(agent.name)} (${agent.role}).`,
    `From ${creator}: ${kind}${from}.`,
    ...whoseLines(input),
    ...modeLine(room, task),
    `Priority ${task.priority}. Attempt ${task.attempts + 1} of ${attemptsOf(task)}.`,
    `${dueText(input)} Your claim ends after ${secondsText(lease.ttlS)} without a call.`,
  ]);
}

/** When its time is up, or that its clock is paused. */
function dueText({ room, task }: Pick<DeliveryInput, "room" | "task">): string {
  const clock = clockOf(room, task);
  const limit = secondsText(task.timeoutS);
  if (clock?.pausedFor) return `Time limit ${limit} from the claim; its clock ${PAUSED[clock.pausedFor]}.`;
  const paused = task.lease.pausedMs > 0 ? ", not counting the time that it had to wait" : "";
  return `Due ${isoMinute(heldForAt(task.lease, task.timeoutS))}, ${limit} after the claim${paused}.`;
}

/** An agent that calls tools gets both from the server. */
function restKeys({ room, task, keys, agent }: DeliveryInput): string | null {
  if (agent.door === "mcp" || agent.door === "print") return null;
  const ways = new Set(possibleEnds(room, task, agent.role).map(({ action }) => action));
  const named = [
    ...(ways.has("handOff") ? [`handoff \`${keys.handoff}\``] : []),
    ...(ways.has("completeTask") ? [`completion \`${keys.done}\``] : []),
    `failure \`${keys.fail}\``,
  ];
  return section(
    "For REST",
    `Fence ${task.lease.fence}. \`idempotency-key\`: ${named.join(", ")}. Repeating a call with the same key does nothing more.`,
  );
}

/** What the user's message answers, the oldest first. */
function answeredQuestions({ said }: HeldTask): Part[] {
  const answered = said?.answered ?? [];
  const left = answered.length - SHOWN;
  const title = answered.length === 1 ? "The question it answers" : "The questions it answers";
  const older = left > 0 ? `Also ${left} older ${left === 1 ? "question" : "questions"}.\n\n` : "";
  return answered.slice(-SHOWN).map(({ from, text, at, messageId }, i) =>
    prose({
      weight: WEIGHT.asked,
      floor: FLOOR.asked,
      ...(i === 0 ? { title } : {}),
      lead: `${i === 0 ? older : ""}${inline(from.name)} (${from.role}) asked, ${isoMinute(at)}:`,
      text,
      command: showMessageCommand(messageId),
    }),
  );
}
