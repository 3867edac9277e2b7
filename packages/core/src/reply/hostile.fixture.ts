import type { ReplyType } from "./shapes.ts";

/** Text that is hard to read in linear time. */
export interface Hostile {
  name: string;
  wanted: ReplyType;
  head: string;
  /** Repeated until the text is as long as it is to be. */
  piece: string;
  tail: string;
}

const PLAN = '{"type":"plan","tasks":[';
const SCOUT = '{"type":"scout","angle":"a';
const TRIAGE = '{"type":"triage","level":"complex","reasoning":"';

function of(name: string, piece: string, { wanted = "plan", head = "", tail = "" }: Partial<Hostile> = {}): Hostile {
  return { name, wanted, head, piece, tail };
}

export const hostile: Hostile[] = [
  of("opening braces", "{"),
  of("opening brackets", "["),
  of("a long word behind brackets", "x", { head: "[".repeat(50_000) }),
  of("backticks", "`"),
  of("fences", "```json\n"),
  of("quotes", '"'),
  of("members that nest", '{"a":'),
  of("bare members that nest", "{a:"),
  of("lists and objects that nest", '[{"a":'),
  of("texts that never end", '{"'),
  of("texts in apostrophes that never end", "['"),
  of("a text that never ends", "x", { head: '{"type":"plan","tasks":"' }),
  of("escaped quotes", '{"a\\"'),
  of("backslashes", "\\", { head: '{"a":"' }),
  of("unknown escapes", "\\x", { wanted: "triage", head: TRIAGE, tail: '"}' }),
  of("escapes of halves", "\\ud800", { wanted: "triage", head: TRIAGE, tail: '"}' }),
  of("control characters", "\u0000", { wanted: "triage", head: TRIAGE, tail: '"}' }),
  of("comments that never end", "{/*"),
  of("comments of a line", "{//"),
  of("slashes", "/", { head: "{" }),
  of("commas", ",", { head: "[1" }),
  of("trailing commas", "[1,],", { head: "[" }),
  of("digits", "1", { head: "[" }),
  of("minus signs", "-", { head: "[" }),
  of("letters", "a", { head: "{" }),
  of("spaces", " ", { head: "{" }),
  of("no-break spaces", "\u00a0", { head: "{" }),
  of("colours", "\u001b[0m", { head: "{" }),
  of("colours that never end", "\u001b[", { head: "{" }),
  of("a colour of many numbers", "1;", { head: "{\u001b[" }),
  of("escape characters", "\u001b", { head: "{" }),
  of("replies of the wrong shape", '{"type":"plan","tasks":[{}]}'),
  of("spaces between braces", "{   "),
  of("empty objects", "{}"),
  of("one list after the other", "[{}]"),
  of("empty tasks", "{},", { head: PLAN, tail: "]}" }),
  of("empty tasks that break off", "{},", { head: PLAN }),
  of("tasks of null", "null,", { head: PLAN, tail: "]}" }),
  of("blank lines of one text", '" ",', {
    wanted: "triage",
    head: '{"type":"triage","level":"complex","reasoning":[',
    tail: "]}",
  }),
  of("the same unknown member", '"x":null,', { head: '{"type":"plan",', tail: "}" }),
  of("prototypes", '"__proto__":{},', { head: '{"type":"plan",', tail: "}" }),
  of("replies", '{"type":"plan","tasks":[]}'),
  of("replies that break off", '{"type":"plan","tasks":['),
  of("line breaks in a line", " \\n", { wanted: "scout", head: SCOUT, tail: 'b"}' }),
  of("spaces in a line", " ", { wanted: "scout", head: `${SCOUT}\\nb`, tail: 'b"}' }),
  of("an endless id", "a ", {
    wanted: "design",
    head: '{"type":"design","sections":[{"id":"',
    tail: '","title":" ","content":"x"}]}',
  }),
  of("an endless recommendation", "a ", {
    wanted: "approaches",
    head: '{"type":"approaches","approaches":[],"recommendation":"',
    tail: '"}',
  }),
];

export function writeHostile({ head, piece, tail }: Hostile, length: number): string {
  const rest = length - head.length - tail.length;
  return `${head}${piece.repeat(Math.floor(rest / piece.length))}${tail}`;
}
