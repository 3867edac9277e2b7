import { type Block, type BlockFailure, type Found, placeOf, wrappedIn } from "./find.ts";
import { type Problem, sentenceOf } from "./problems.ts";
import { isRecord, type JsonReader, typeOfRoot } from "./read-json.ts";
import { excerpt, pathText } from "./repair.ts";
import type { ReplyType } from "./shapes.ts";

export const REPLY_REFUSALS = ["empty", "no_json", "wrong_type", "wrong_shape", "too_long"] as const;

/** Why an answer is not a reply; it goes back to the agent, once, and then to a person. */
export interface ReplyRefusal {
  code: (typeof REPLY_REFUSALS)[number];
  /** For the agent: what is wrong, where, and what to send instead. */
  message: string;
  details: Record<string, unknown>;
}

export interface RefusedReply {
  ok: false;
  refusal: ReplyRefusal;
}

/** Most problems that the message mentions and the details list. */
const TOLD_MAX = 5;
const LISTED_MAX = 20;

export function refuseReply(
  code: ReplyRefusal["code"],
  message: string,
  details: Record<string, unknown>,
): RefusedReply {
  return { ok: false, refusal: { code, message, details } };
}

export function refuseEmpty(wanted: ReplyType): RefusedReply {
  return refuseReply("empty", `The reply is empty. ${sendOne(wanted)}`, { wanted });
}

export function refuseTooLong(length: number, limit: number): RefusedReply {
  const message = `The reply has ${length} characters; the limit is ${limit}. Send a shorter one.`;
  return refuseReply("too_long", message, { length, limit });
}

export function refuseProblems(wanted: ReplyType, problems: readonly Problem[]): RefusedReply {
  const told = problems.slice(0, TOLD_MAX).map(sentenceOf);
  const more = problems.length - told.length;
  const message = [
    `The reply \`${wanted}\` has the wrong shape.`,
    ...told,
    ...(more > 0 ? [`${more} more fields have problems.`] : []),
    "Correct them and send the whole object again.",
  ].join(" ");
  const listed = problems.slice(0, LISTED_MAX).map((one) => ({ ...one, path: pathText(one.path) }));
  return refuseReply("wrong_shape", message, { wanted, problems: listed });
}

/** An object without the wanted type, a list, or neither. */
export function refuseUntyped(wanted: ReplyType, value: unknown, inside: string | null): RefusedReply {
  const hint = inside === null ? "" : ` \`${inside}\` in it is the ${wanted}: send that object alone.`;
  if (!isRecord(value)) {
    const came = Array.isArray(value) ? "a list" : "not an object";
    const message = `The reply is ${came}.${hint} ${sendOne(wanted)}`;
    const problem = { path: "", expected: "an object", came };
    return refuseReply("wrong_shape", message, { wanted, problems: [problem] });
  }
  const type = typeOfRoot(value);
  const is =
    typeof type === "string"
      ? `has the type ${excerpt(type)} instead of "${wanted}"`
      : `has no "type"; it must have "type": "${wanted}"`;
  const found = typeof type === "string" ? [type.slice(0, 60).toWellFormed()] : [];
  return refuseReply("wrong_type", `The JSON object ${is}.${hint} ${sendOne(wanted)}`, {
    wanted,
    found,
  });
}

/** If nothing complete of the wanted type was found: the most helpful reason. */
export function refuseFound(text: string, wanted: ReplyType, found: Found, reader: JsonReader): RefusedReply {
  if (found.broken === null && found.otherTypes.size > 0) return refuseOther(wanted, [...found.otherTypes]);
  const block = found.broken ?? found.untyped;
  if (block === null) return refuseReply("no_json", `The reply has no JSON object. ${sendOne(wanted)}`, { wanted });
  if (block.failure !== null)
    return refuseBroken(text, wanted, block, block.failure, pathText(reader.traceFailure(block.start)));
  const { value } = reader.read(block.start);
  return refuseUntyped(wanted, value, wrappedIn(value, wanted));
}

function refuseOther(wanted: ReplyType, found: ReplyType[]): RefusedReply {
  const message = `The reply has the type ${found.map((one) => `"${one}"`).join(" and ")} instead of "${wanted}". ${sendOne(wanted)}`;
  return refuseReply("wrong_type", message, { wanted, found });
}

function refuseBroken(
  text: string,
  wanted: ReplyType,
  { type, start, end }: Block,
  failure: BlockFailure,
  path: string,
): RefusedReply {
  const { expected, isCutOff } = failure;
  const { line, column } = placeOf(text, end);
  const where = `line ${line}, column ${column}${path === "" ? "" : `, in \`${path}\``}`;
  const begins = `The JSON that begins on line ${placeOf(text, start).line}`;
  const what = isCutOff
    ? `${begins} is cut off at ${where}, before its end${unendedText(text, failure)}.`
    : `${begins} breaks at ${where}: expected ${expected}, got ${excerpt(text.slice(end, end + 20).toWellFormed())}. A quote within a text is written \\".`;
  const details = { wanted, line, column, path, expected, isCutOff };
  if (type === null || type === wanted) return refuseReply("no_json", `${what} Send the whole object again.`, details);
  const other = `It has the type "${type}" instead of "${wanted}".`;
  return refuseReply("wrong_type", `${what} ${other} ${sendOne(wanted)}`, {
    ...details,
    found: [type],
  });
}

function unendedText(text: string, { openText }: BlockFailure): string {
  if (openText === null) return "";
  const { line, column } = placeOf(text, openText);
  return `: the text that begins at line ${line}, column ${column} has no end`;
}

function sendOne(wanted: ReplyType): string {
  return `Answer with one JSON object that has "type": "${wanted}".`;
}
