import type { DeliveryReply } from "@squadroom/core/delivery/contract";
import { adviceTo } from "@squadroom/core/kernel/advice";
import type { Refusal } from "@squadroom/core/kernel/refusal";
import { refusalTable } from "@squadroom/core/kernel/refusal-table";
import { inTools } from "@squadroom/core/prompt/doors";
import { NO_FENCE } from "./seats.ts";

/** How much every client shows its model in full, bytes. */
export const ANSWER_BYTES = 10_000;
/** Room for what is said around the text. */
const AROUND_BYTES = 400;

/** An answer to a tool call: texts in order, and the same as data. */
export interface Answer {
  texts: string[];
  data: Record<string, unknown>;
}

/** In the protocol's form. */
export interface ToolResult {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** Calls that return a text from the place where an answer was cut. */
export interface Source {
  tool: string;
  arguments: Record<string, unknown>;
}

export function asData(reply: Record<string, unknown>): Answer {
  const { seq: _, ...data } = reply;
  return { texts: [JSON.stringify(data)], data };
}

export function asText(text: string, data: Record<string, unknown> = {}): Answer {
  return { texts: [text], data: { ...data, text } };
}

/** A new task: its text says everything that its agent needs. */
export function asDelivery({ taskId, title, role, state, attempt, text }: DeliveryReply): Answer {
  return asText(text, { task: { taskId, title, role, state, attempt } });
}

export function joined(first: Answer, then: Answer): Answer {
  return { texts: [...first.texts, ...then.texts], data: { ...first.data, ...then.data } };
}

export function resultOf({ texts, data }: Answer): ToolResult {
  return { content: texts.map((text) => ({ type: "text", text })), structuredContent: data };
}

/** As much as fits an answer, from this character on; the rest is a call away. */
export function partOf(text: string, from: number, source: Source, room = ANSWER_BYTES): Answer {
  const part = headOf(text.slice(from), room - AROUND_BYTES);
  const next = from + part.length;
  const left = text.length - next;
  if (left === 0) return asText(part);
  const call = JSON.stringify({ ...source, from: next });
  const more = `[${left} characters are left. The next part: read_more ${call}]`;
  return { texts: [part, more], data: { text: part, left, more: { ...source, from: next } } };
}

/** Unchanged if short enough, otherwise as much of it as fits. */
export function fitting(answer: Answer, source: Source): Answer {
  const size = answer.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return size <= ANSWER_BYTES ? answer : partOf(answer.texts.join("\n\n"), 0, source);
}

/** The longest beginning of this many bytes that splits no character and, if possible, no line. */
function headOf(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const cut = new TextDecoder().decode(Buffer.from(text).subarray(0, bytes)).replace(/\uFFFD+$/, "");
  const line = cut.lastIndexOf("\n");
  return line > cut.length / 2 ? cut.slice(0, line + 1) : cut;
}

/** A refusal by the room: what happened, what is allowed instead, what to do next. */
export function refusalResult({ code, message, details, allowed }: Refusal): ToolResult {
  const advice = inTools(adviceTo("agent", refusalTable[code].advice, { allowed }));
  const { seq: _, ...facts } = details as Record<string, unknown>;
  if (facts.fence === NO_FENCE) delete facts.fence;
  const text = JSON.stringify({
    code,
    message,
    ...(allowed ? { allowed } : {}),
    advice,
    ...(Object.keys(facts).length > 0 ? { details: facts } : {}),
  });
  return { content: [{ type: "text", text }], isError: true };
}
