import { answerLead } from "../../asking/answer-words.ts";
import { type Attachment, sizeText } from "../../attachment/attachment.ts";
import { fixesText, placeText } from "../../error/reported-error.ts";
import { BY_SERVER } from "../../kernel/actor.ts";
import type { Room } from "../../kernel/room.ts";
import { endSentence } from "../../kernel/sentence.ts";
import type { Message } from "../../message/message.ts";
import { checkText } from "../../task/result.ts";
import { keptFiles } from "../../task/resume.ts";
import { answerCommand, attachmentCommand, COMMANDS, showMessageCommand, showTaskCommand } from "../commands.ts";
import { type AskedAbout, askedAbout, type HeldTask } from "../deliver.ts";
import { bullets, fenced, inline, isoMinute, isoSecond } from "../markdown.ts";
import { type Todo, todoText } from "../todo.ts";
import type { Block, Part } from "./budget.ts";
import { type Item, items } from "./items.ts";
import { fileItems, limitItems, Told } from "./notes.ts";
import { prose } from "./prose.ts";
import { FLOOR, WEIGHT } from "./weights.ts";

/** What is to be done, in the words of whoever made the task. */
export function instructionPart({ id, instruction }: HeldTask): Part {
  return prose({
    weight: WEIGHT.instruction,
    floor: FLOOR.instruction,
    title: "Instruction",
    text: instruction,
    command: showTaskCommand(id),
  });
}

/** What the task is bound to. Criteria have the numbers that `--met` takes. */
export function chargeParts(task: HeldTask): Part[] {
  const command = showTaskCommand(task.id);
  return [
    items({
      weight: WEIGHT.limits,
      floor: FLOOR.limits,
      title: "Limits",
      items: limitItems(task),
      command,
    }),
    items({
      weight: WEIGHT.criteria,
      floor: FLOOR.criteria,
      title: "Success criteria",
      items: task.successCriteria.map((text, i): Item => {
        return { kind: "criterion", text: `${i + 1}. ${inline(text)}` };
      }),
      write: (lines) => lines.join("\n"),
      command,
    }),
  ];
}

/** Others' words in a delivery. */
export interface Mail {
  id?: string;
  from: string;
  body: string;
  at: number;
  waitsAs?: string | null;
  urgent?: boolean | undefined;
  kind?: string | undefined;
  subject?: string | undefined;
  priority?: string | undefined;
  about?: { component?: string | undefined; file?: string | undefined } | undefined;
  taskId?: string | undefined;
  responseBy?: number | undefined;
  isOverdue?: boolean | undefined;
  answers?: string | undefined;
  attachments?: readonly Attachment[] | undefined;
  todo?: Todo | undefined;
}

/** An interrupt says what becomes of the task in hand: nothing. */
export function mailParts(messages: readonly Mail[]): Part[] {
  return messages.map((mail, i) => {
    const { id, body, waitsAs, attachments } = mail;
    return prose({
      weight: WEIGHT.mail,
      floor: FLOOR.mail,
      ...(i === 0 ? { title: "Messages for you" } : {}),
      lead: mailLead(mail, inline),
      text: body,
      after: [
        filesText(attachments),
        todoText(mail.todo),
        [answerNote(mail), mail.responseBy === undefined ? "" : "You keep your task."].filter(Boolean).join(" "),
        waitsAs ? interruptNote(waitsAs) : "",
      ]
        .filter(Boolean)
        .join("\n\n"),
      command: id === undefined ? COMMANDS.wholeTask : showMessageCommand(id),
    });
  });
}

/** The same when it comes with the answer to a call, or into a running turn. */
export function mailText(
  messages: readonly Mail[],
  quote: (text: string) => string = inline,
  date: (at: number) => string = isoMinute,
): string {
  return messages
    .map((mail) => {
      const { body, waitsAs, attachments } = mail;
      const note = waitsAs ? `\n${interruptNote(waitsAs)}` : "";
      const asked = answerNote(mail);
      const answer = asked === "" ? "" : `\n${asked}`;
      const files = attachments ? `\n${filesText(attachments)}` : "";
      const todo = mail.todo ? `\n${todoText(mail.todo)}` : "";
      return `Message from ${mailLead(mail, quote, date)}\n${fenced(body)}${files}${todo}${answer}${note}\n\n`;
    })
    .join("");
}

/** Who says it, when, and what it is. */
export function mailLead(
  { from, at: sentAt, urgent, kind, subject, priority, about, taskId, isOverdue, answers }: Mail,
  quote: (text: string) => string,
  date: (at: number) => string = isoMinute,
): string {
  const weight = priority && priority !== "medium" ? priority : urgent ? "high" : "";
  const where = [about?.component, about?.file].flatMap((one) => (one ? quote(one) : []));
  const what = kind && kind !== "notification" ? kind : "";
  const over = isOverdue ? "overdue" : "";
  // Whoever answers needs to know what the other one is waiting with.
  const work = what !== "" && taskId ? `on ${taskId}` : "";
  const head = [quote(from), date(sentAt), what, work, weight, over, ...where].filter(Boolean).join(", ");
  const on = subject ? `, about ${quote(subject)}` : "";
  return `${head}${on}${answers ? `, in answer to “${quote(answers)}”` : ""}:`;
}

/** Until when an answer is needed, and how to give it. */
function answerNote({ id, from, kind, responseBy, isOverdue }: Mail): string {
  if (id === undefined || from === BY_SERVER.name) return "";
  const command = `\`${answerCommand(id)}\``;
  if (responseBy !== undefined)
    return isOverdue
      ? `Your answer was due at ${isoSecond(responseBy)}. Answer now: ${command}.`
      : `It needs your answer by ${isoSecond(responseBy)}: ${command}.`;
  return kind === "question" || kind === "request" ? `Answer with ${command}.` : "";
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
  return `An interrupt, queued as ${waitsAs}, next for your role. Your claim stays. Take it into account now, and end your task if that is right.`;
}

/** The message from which the work came, if the instruction is another text. */
export function messagePart({ instruction }: HeldTask, origin: Message | null): Part | null {
  if (!origin || origin.body === instruction) return null;
  const from = origin.from.kind === "server" ? "the server" : inline(origin.from.name);
  return prose({
    weight: WEIGHT.message,
    floor: FLOOR.message,
    title: "The user's message",
    lead: `From ${from}, ${isoMinute(origin.at)}:`,
    text: origin.body,
    after: filesText(origin.attachments),
    command: showMessageCommand(origin.id),
  });
}

/** A person's answer comes as mail, too; next to its question it is given once. */
export function isToldAsAsked(
  { body }: Pick<Mail, "body">,
  asked: readonly Pick<AskedAbout, "question" | "answer">[],
): boolean {
  return asked.some(({ question, answer }) => {
    return answer !== null && body.startsWith(answerLead(question, answer.label));
  });
}

/** What people were asked about this task: it waits for the answer, or continues with it. */
export function askedParts(room: Room, task: HeldTask): Block[] {
  return askedAbout(room, task).flatMap(({ question, askedBy, askedAt, answer }, i) => {
    const asker = askedBy === null ? "A person was asked" : `${inline(askedBy)} asked a person`;
    const said = answer
      ? `${inline(answer.by)} answered, ${isoMinute(answer.at)}: ${answerLine(answer)}`
      : `No answer yet: your clock is paused, and \`${COMMANDS.wait}\` returns with the answer.`;
    const part = {
      weight: WEIGHT.asked,
      floor: FLOOR.asked,
      command: COMMANDS.wholeTask,
    };
    const asked = prose({
      ...part,
      ...(i === 0 ? { title: "Asked about this task" } : {}),
      lead: `${asker}, ${isoMinute(askedAt)}:`,
      text: question,
      after: said,
    });
    return answer?.note.trim() ? [asked, prose({ ...part, text: answer.note })] : [asked];
  });
}

/** With what it promised, in the words of whoever asked. */
function answerLine({ label, consequence }: NonNullable<AskedAbout["answer"]>): string {
  return consequence.trim() === "" ? inline(label) : `${inline(label)}. ${inline(consequence)}`;
}

const ENDS = {
  expired: "the claim expired",
  timed_out: "its time ran out",
  failed: "its agent gave up",
  left: "its agent left",
  put_back: "a person put it back",
  empty: "its turns ended with nothing done",
  stopped: "its agent met too many errors",
} as const;

/** What an earlier attempt left. */
export function existingPart(room: Room, task: HeldTask): Part | null {
  const { progress, lastEnd } = task;
  const errors = errorsAt(room, task);
  if (!progress && !lastEnd && errors.length === 0) return null;
  const lines: Item[] = [];
  if (lastEnd) {
    const how = `${ENDS[lastEnd.how]}. ${inline(lastEnd.reason)}`;
    lines.push({
      kind: "line",
      text: `The last attempt ended ${isoMinute(lastEnd.at)}: ${how}`,
    });
  }
  lines.push(...errors.map((text): Item => ({ kind: "error", text })));
  if (progress) {
    const percent = progress.percent === undefined ? "" : `, ${progress.percent} %`;
    const action = progress.action === undefined ? "" : `: ${inline(progress.action)}`;
    const of = `Progress at ${isoMinute(progress.at)}${percent}${action}`;
    lines.push({ kind: "line", text: of });
    for (const { description, since, requiresAgent } of progress.blockers ?? []) {
      const needs = requiresAgent === null ? "" : `, needs ${inline(requiresAgent)}`;
      const of = `Blocked since ${isoMinute(since)}${needs}: ${inline(description)}`;
      lines.push({ kind: "line", text: of });
    }
    for (const check of progress.checks ?? []) lines.push({ kind: "check", text: `Check ${inline(checkText(check))}` });
    for (const step of progress.completed) lines.push({ kind: "step", text: `Done: ${inline(step)}` });
    for (const step of progress.remaining) lines.push({ kind: "step", text: `Left: ${inline(step)}` });
    lines.push(...fileItems(progress.artifacts, task.boundaries, new Told()));
    lines.push(...resumeItems(task));
  }
  return items({
    weight: WEIGHT.existing,
    title: "What already exists",
    lead: "Look at it before you continue; don't redo it.",
    items: lines,
    command: showTaskCommand(task.id),
  });
}

/** That it may be done already, and how the room finds out. */
function resumeItems(task: HeldTask): Item[] {
  const kept = keptFiles(task);
  if (kept.length === 0) return [];
  const hashes = kept.slice(0, 5).map(({ path, hash }) => `${inline(path)} ${hash.slice(0, 12)}`);
  const more = kept.length > 5 ? `, and ${kept.length - 5} more` : "";
  const text = `All of it was final: ${hashes.join(", ")}${more}. If that is unchanged, end the task without redoing it: \`${COMMANDS.resume}\`.`;
  return [{ kind: "line", text }];
}

/** What went wrong with it, as far as the room keeps that, and what was tried. */
function errorsAt({ errors }: Room, { id }: HeldTask): string[] {
  const met = Object.values(errors.workers).flatMap(({ counted, stop }) => [...counted, ...(stop?.errors ?? [])]);
  const own = new Map(met.filter(({ taskId }) => taskId === id).map((one) => [one.id, one]));
  return [...own.values()]
    .sort((a, b) => a.id - b.id)
    .map((error) => {
      const place = placeText(error);
      const fixes = fixesText(error.fixes, inline);
      return `Error ${error.id}${place === "" ? "" : `, ${inline(place)}`}: ${endSentence(inline(error.message))} ${fixes}`;
    });
}

/** What the agent itself ended lately. */
export function recentPart(recent: readonly { taskId: string; title: string; summary: string }[]): Part {
  return items({
    weight: WEIGHT.recent,
    title: "What you did before",
    items: recent.map(({ taskId, title, summary }): Item => {
      const name = title === "" ? taskId : `${taskId} ${inline(title).replace(/\.$/, "")}`;
      return { kind: "task", text: `${name}: ${inline(shortened(summary))}` };
    }),
    command: showTaskCommand(recent.map(({ taskId }) => taskId).join(" ")),
  });
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
