import { counted } from "@squadroom/core/kernel/words";
import { minutesText } from "@squadroom/core/session/plan/estimate";
import type { Names } from "../../live/names.ts";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import { SORTS, type Sort, type WorkFilter } from "./work-filter.ts";
import {
  asksPerson,
  type LiveRow,
  type OpenRows,
  type PlannedRow,
  roleOf,
  type SignKind,
  sessionOf,
  signOf,
  sinceOf,
  type TableRow,
  takesOf,
  titleOf,
} from "./work-table.ts";

/** A line of the list: a section's head, what several rows have in common, or a task. */
export type Line =
  | { kind: "head"; key: string; title: string; count: string; note?: string; isOpen?: boolean }
  | { kind: "cause"; key: string; text: string; count: string; isOpen: boolean; role: string | null }
  | { kind: "row"; key: string; row: TableRow; isWhySaid?: boolean; isUnder?: boolean };

export interface ListOptions extends Pick<WorkFilter, "sort" | "group"> {
  names: Names;
  /** A filter chose these rows: they are all shown. */
  isNarrowed: boolean;
  /** What a person opened or closed, by its line's key. */
  opened: ReadonlyMap<string, boolean>;
  /** Of all ended ones; `null`: not known, since only some are loaded. */
  endedCount: string;
}

/** Most rows with one cause that are shown unasked: a few say something, a hundred hide the rest. */
const SHOWN = 5;
/** In a pipeline, more steps than that are shown on request. */
const PLANNED_SHOWN = 30;

/** The list's sections: what a person has to settle first, last what merely waits its turn behind other work. */
export function sectionsOf({ failed, inHand, ready, unmanned, blocked }: OpenRows) {
  const goesOn = (row: LiveRow): boolean => !asksPerson(row);
  return {
    needsYou: [...failed, ...[...inHand, ...unmanned, ...blocked].filter(asksPerson)],
    inWork: inHand.filter(goesOn),
    ready,
    unmanned: unmanned.filter(goesOn),
    blocked: blocked.filter(goesOn),
  };
}

const TITLES = {
  needsYou: "Needs you",
  inWork: "In progress",
  ready: "Ready",
  unmanned: "Waiting for an agent",
  blocked: "Blocked",
};
const SECTIONS = ["needsYou", "inWork", "ready", "unmanned", "blocked"] as const;

/** Everything that passes, as the lines of a list. */
export function linesOf(open: OpenRows, ended: readonly TableRow[], options: ListOptions): Line[] {
  return options.group === "session" ? bySession(open, ended, options) : byState(open, ended, options);
}

function byState(open: OpenRows, ended: readonly TableRow[], options: ListOptions): Line[] {
  const { sort, endedCount } = options;
  const sections = sectionsOf(open);
  const all = Object.values(sections).flat();
  const lines = SECTIONS.flatMap((name): Line[] => {
    const rows = sections[name];
    const title = name === "ready" && !sort ? `${TITLES.ready}, in this order` : TITLES[name];
    const isAlone = rows.length === all.length && open.planned.length === 0;
    return [...headOf(name, title, rows.length), ...rowsOf(ordered(rows, options), options, isAlone)];
  });
  lines.push(...plannedLines(open.planned, options));
  if (ended.length > 0) {
    lines.push({ kind: "head", key: "head ended", title: sort ? "Ended, latest first" : "Ended", count: endedCount });
    lines.push(...ended.map((row): Line => ({ kind: "row", key: row.id, row })));
  }
  return lines;
}

/** A section for each session, the latest first; what belongs to none comes last. */
function bySession(open: OpenRows, ended: readonly TableRow[], options: ListOptions): Line[] {
  const { planned, ...live } = open;
  const { needsYou, inWork, ready, unmanned, blocked } = sectionsOf({ ...live, planned });
  const rows = [...needsYou, ...inWork, ...ready, ...unmanned, ...blocked, ...planned, ...ended];
  const ids = [...new Set(rows.map(sessionOf))].sort((a, b) => (b ?? 0) - (a ?? 0));
  return ids.flatMap((id) => {
    const own = rows.filter((row) => sessionOf(row) === id);
    const title = id === null ? "Outside sessions" : sessionTitle(options.names, id);
    return [...headOf(`session ${id}`, title, own.length), ...rowsOf(ordered(own, options), options, true)];
  });
}

export function sessionTitle(names: Names, id: number): string {
  return plainText(names.session(id)) || `Session ${id}`;
}

function headOf(key: string, title: string, count: number): Line[] {
  return count === 0 ? [] : [{ kind: "head", key: `head ${key}`, title, count: countText(count) }];
}

/** One way to write a number. */
export function countText(n: number): string {
  return n.toLocaleString("en");
}

/** Rows with one cause say it once, above them; many of them are folded behind it. */
function rowsOf(rows: readonly TableRow[], options: ListOptions, isAlone: boolean): Line[] {
  const causes = new Map<string, LiveRow[]>();
  for (const row of rows) {
    const text = causeOf(row);
    if (text === null || row.kind !== "live") continue;
    const own = causes.get(text);
    if (own) own.push(row);
    else causes.set(text, [row]);
  }
  const lines: Line[] = [];
  for (const row of rows) {
    const text = causeOf(row);
    const own = (text !== null && causes.get(text)) || [];
    if (text === null || own.length < 2) lines.push(...lineOf(row, options));
    else if (own[0] === row) {
      const isFolded = !options.isNarrowed && own.length > SHOWN && !(isAlone && causes.size === 1);
      lines.push(...folded(`cause ${text}`, text, own, isFolded, options));
    }
  }
  return lines;
}

function folded(key: string, text: string, rows: readonly LiveRow[], isFolded: boolean, { opened }: ListOptions) {
  const isOpen = opened.get(key) ?? !isFolded;
  const [reason] = rows[0]?.blocked ?? [];
  const role = reason?.kind === "role_unavailable" ? reason.role : null;
  const line: Line = { kind: "cause", key, text, count: countText(rows.length), isOpen, role };
  const isUnder = true;
  return isOpen
    ? [line, ...rows.map((row): Line => ({ kind: "row", key: row.id, row, isUnder, isWhySaid: true }))]
    : [line];
}

/** Why a row does not go on, in the words that all rows with the same cause share; `null`: it does, or asks a person. */
function causeOf(row: TableRow): string | null {
  const sign = signOf(row);
  if (row.kind !== "live" || (sign !== "blocked" && sign !== "unmanned")) return null;
  return row.blocked.map(({ text }) => plainText(text)).join(" ");
}

/** A row, and on request those who judge its work. */
function lineOf(row: TableRow, { opened }: ListOptions): Line[] {
  const line: Line = { kind: "row", key: row.id, row };
  const round = row.kind === "live" ? row.round : undefined;
  if (!round || round.rows.length === 0) return [line];
  const key = `round ${row.id}`;
  const isOpen = opened.get(key) ?? false;
  const text = `${round.given} of ${round.all} perspectives are given`;
  return [
    line,
    { kind: "cause", key, text, count: "", isOpen, role: null },
    ...(isOpen ? round.rows.map((own): Line => ({ kind: "row", key: own.id, row: own, isUnder: true })) : []),
  ];
}

/** What is left of the pipelines, checkpoint by checkpoint. */
function plannedLines(rows: readonly PlannedRow[], options: ListOptions): Line[] {
  const parts = new Map<string, PlannedRow[]>();
  for (const row of rows) {
    const key = `planned ${row.of.session.id} ${row.of.checkpoint?.id ?? ""}`;
    const own = parts.get(key);
    if (own) own.push(row);
    else parts.set(key, [row]);
  }
  const sessions = new Set(rows.map(sessionOf)).size;
  return [...parts].flatMap(([key, own]): Line[] => {
    const [first] = own;
    if (!first) return [];
    const isFolded = !options.isNarrowed && (own.length > PLANNED_SHOWN || first.of.session.state === "queued");
    const isOpen = options.opened.get(key) ?? !isFolded;
    const title = afterWords(first, sessions > 1 ? options.names : null);
    const head: Line = { kind: "head", key, title, count: countText(own.length), note: leftWords(own), isOpen };
    return isOpen ? [head, ...ordered(own, options).map((row): Line => ({ kind: "row", key: row.id, row }))] : [head];
  });
}

function afterWords({ of: { session, checkpoint } }: PlannedRow, names: Names | null): string {
  const of = names ? say`, ${sessionTitle(names, session.id)}` : "";
  if (checkpoint) return say`After the checkpoint “${plainText(checkpoint.title)}”` + of;
  return session.state === "queued" ? say`When “${plainText(session.title)}” starts` : `When there is room${of}`;
}

/** Whether they wait for a person, and what they will take one after the other. */
function leftWords(rows: readonly PlannedRow[]): string {
  const ends = rows.map(({ of: { startsInMs, takesMs } }) =>
    startsInMs === null || takesMs === null ? null : startsInMs + takesMs,
  );
  const known = ends.filter((end) => end !== null);
  const unknown = rows.filter(({ of }) => of.takesMs === null).length;
  const minutes = minutesText(Math.max(0, ...known));
  return [
    ...(rows[0]?.of.isAsked ? ["waiting for your answer"] : []),
    ...(minutes === "0" ? [] : [unknown === 0 ? `about ${minutes} min` : `at least ${minutes} min`]),
    ...(unknown === 0 ? [] : [`no estimate for ${counted(unknown, "step")}`]),
  ].join(", ");
}

/** As the page is asked to order them; otherwise as they come. */
function ordered<Row extends TableRow>(rows: readonly Row[], { sort, names }: ListOptions): readonly Row[] {
  if (!sort) return rows;
  const isBack = sort.startsWith("-");
  const by = SORTS.find((one) => one === sort || `-${one}` === sort) ?? "title";
  return rows
    .map((row) => ({ row, key: keyOf(row, by, names) }))
    .sort((a, b) => {
      // What isn't known comes last, whichever way round.
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      const order = a.key < b.key ? -1 : a.key > b.key ? 1 : 0;
      return isBack ? -order : order;
    })
    .map(({ row }) => row);
}

const BY_STATE: readonly SignKind[] = [
  "failed",
  "asks",
  "working",
  "inReview",
  "ready",
  "unmanned",
  "blocked",
  "planned",
  "completed",
  "cancelled",
];

function keyOf(row: TableRow, by: Sort, names: Names): string | number | null {
  const role = roleOf(row);
  switch (by) {
    case "title":
      return plainText(titleOf(row)).toLowerCase();
    case "who":
      return role === null ? null : names.role(role).toLowerCase();
    case "session":
      return sessionOf(row);
    case "state":
      return BY_STATE.indexOf(signOf(row));
    case "takes":
      return takesOf(row);
    default:
      return sinceOf(row);
  }
}
