import { findBlocks, wrappedIn } from "./find.ts";
import { resolveReferences } from "./ids.ts";
import { mendValue } from "./mend.ts";
import type { Mending } from "./mending.ts";
import { problemsOf } from "./problems.ts";
import { isRecord, JsonReader, typeOfRoot } from "./read-json.ts";
import {
  type RefusedReply,
  refuseEmpty,
  refuseFound,
  refuseProblems,
  refuseTooLong,
  refuseUntyped,
} from "./refusal.ts";
import { type Repair, RepairLog } from "./repair.ts";
import { type ReplyOf, type ReplyType, replyShapes, replyTypeOf } from "./shapes.ts";

/** Longest reply, characters (UTF-16). */
export const REPLY_MAX = 1_048_576;

export type ParsedReply<T extends ReplyType = ReplyType> =
  | { ok: true; value: ReplyOf<T>; repairs: Repair[] }
  | RefusedReply;

/**
 * What an agent answered, whatever it wrote around it. Total: every text gives a value or a refusal, in time linear in
 * its length.
 */
export function parseReply<T extends ReplyType>(text: string, wanted: T): ParsedReply<T> {
  if (text.length > REPLY_MAX) return refuseTooLong(text.length, REPLY_MAX);
  if (text.trim() === "") return refuseEmpty(wanted);
  const reader = new JsonReader(text);
  const found = findBlocks(text, wanted, reader);
  const [last] = found.wanted;
  if (!last) return refuseFound(text, wanted, found, reader);
  const others = found.typedCount - 1;
  let refused: ParsedReply<T> | null = null;
  for (const { start } of found.wanted) {
    const { value, repairs } = reader.read(start);
    if (others > 0) repairs.add("other_block", [], othersText(wanted, others, start === last.start));
    const read = readValue(value, wanted, repairs);
    if (read.ok) return read;
    refused ??= read;
  }
  return refused ?? refuseFound(text, wanted, found, reader);
}

function othersText(wanted: ReplyType, others: number, isLast: boolean): string {
  return isLast
    ? `The last complete ${wanted} counts; other JSON (${others}) was left out.`
    : `The last ${wanted} that has its shape counts; other JSON (${others}) was left out.`;
}

/** The same for JSON that is already parsed, such as a request's body. */
export function readReply<T extends ReplyType>(value: unknown, wanted: T): ParsedReply<T> {
  const isTyped = isRecord(value) && replyTypeOf(typeOfRoot(value)) === wanted;
  if (!isTyped) return refuseUntyped(wanted, value, wrappedIn(value, wanted));
  return readValue(value, wanted, new RepairLog());
}

function readValue<T extends ReplyType>(value: unknown, wanted: T, repairs: RepairLog): ParsedReply<T> {
  const mending: Mending = { path: [], repairs, problems: [] };
  const mended = mendValue(replyShapes[wanted], value, mending);
  resolveReferences(mended, mending);
  const read = replyShapes[wanted].safeParse(mended);
  const issues = read.success ? [] : problemsOf(read.error.issues, mended);
  const problems = [...mending.problems, ...issues];
  if (!read.success || problems.length > 0) return refuseProblems(wanted, problems);
  return { ok: true, value: read.data as ReplyOf<T>, repairs: repairs.list() };
}
