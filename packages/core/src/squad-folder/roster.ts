import { DUTIES, type Duty } from "../team/team.ts";
import { awayWords, nameAlone, withoutAside } from "./away.ts";
import { type Block, fieldOf, plain, readMarkdown } from "./markdown.ts";
import { slugOf } from "./member-name.ts";
import type { Report } from "./report.ts";
import { MEMBERS_MAX, type Member } from "./squad.ts";

const FILE = "team.md";

const SECTIONS = {
  coordinator: /\b(coordinators?|orchestrators?)\b/i,
  former: /\b(alumni|former|retired|archived?|inactive|past)\b/i,
  people: /\b(humans?|people|stakeholders?|owners?)\b/i,
  // Words before the last one say which: "Silent Agents"; words after it make it something else: "Team Identity".
  roster:
    /^(?:[\p{L}\p{N}'&/-]+\s+){0,3}(?:members?|roster|team|agents?|crew|squad|cast|specialists?|line-?up)(?:\s+(?:roster|list|table|overview|composition|directory|roles?))*\W*(?:\([^()]*\)|\d+|[—–:-]\s.*)?\W*$/iu,
} as const;
type Section = keyof typeof SECTIONS | "other";

const COLUMNS = {
  part: /\b(role|position|job|responsib\w*|title)\b/i,
  name: /\b(name|agent|member|who|persona)\b/i,
  charter: /\b(charter|file|path)\b/i,
  status: /\b(status|state|active|availab\w*|presence)\b/i,
  model: /\bmodel\b/i,
  expertise: /\b(expertise|specialt\w*|focus|skills?|scope|domain|notes?)\b/i,
  prefix: /\bprefix\b/i,
  duties: /\bduties\b/i,
} as const;
type Column = keyof typeof COLUMNS;
type Row = Partial<Record<Column, string>>;

/** Other names for the fields of a roster under headings, and of a charter. */
export const FIELDS: Record<string, Column | undefined> = {
  name: "name",
  role: "part",
  title: "part",
  position: "part",
  expertise: "expertise",
  focus: "expertise",
  specialty: "expertise",
  charter: "charter",
  status: "status",
  active: "status",
  availability: "status",
  model: "model",
  preferred: "model",
  "preferred model": "model",
  prefix: "prefix",
  duties: "duties",
};

/** The history of a roster is not a roster. */
const CHANGES =
  /\b(?:changes?|changed|old|new|previous(?:ly)?|before|after|updates?|updated|history|log|reason|handoffs?|decisions?)\b/i;
const HUMAN = /^\W*human\b|👤/iu;

export interface Roster {
  members: Member[];
  /** The one that a section or a part calls coordinator. */
  coordinator: string | null;
  /** Folders of those that have left or are not active, with their names. */
  gone: Map<string, string>;
  models: Map<string, number>;
}

/** Who is in the squad, from `team.md`. Anything that is not a member is a note. */
export function readRoster(text: string, report: Report): Roster {
  const { blocks } = readMarkdown(text);
  const roster: Roster = { members: [], coordinator: null, gone: new Map(), models: new Map() };
  let current: Member | null = null;
  let heading: Block | null = null;
  let headingLevel = 0;
  for (const [i, block] of blocks.entries()) {
    const section = sectionOf(block);
    if (block.kind === "heading") {
      const said = headingMember(block, section, blocks[i + 1]);
      current = said ? addMember(roster, said, section, block, report) : null;
      [heading, headingLevel] = [block, said ? block.level : 0];
      if (!said) report.mark(FILE, block.line, block.level === 1 ? "title" : "");
      continue;
    }
    if (block.kind === "divider") {
      report.mark(FILE, block.line, "");
      continue;
    }
    const isOwn = headingLevel > 0 && block.under.at(-1)?.level === headingLevel;
    const field = block.kind === "item" || block.kind === "text" ? fieldOf(block.text) : null;
    const key = isOwn && field ? FIELDS[field.key] : undefined;
    const why = current && key === "status" && field ? leavingText(current, field.value) : null;
    if (current && heading && why !== null) {
      leave(roster, current, heading, why, report);
      current = null;
    }
    if (isOwn && current && field && key) {
      setField(current, key, field.value, roster, block.line);
      report.mark(FILE, block.line, `${key === "part" ? "role" : key} of ${current.title}`);
      continue;
    }
    if (block.kind === "header") {
      report.mark(FILE, block.line, "column names");
      continue;
    }
    const row = block.kind === "row" ? rowOf(block, section) : block.kind === "item" ? itemOf(block, section) : null;
    if (row) addMember(roster, row, section, block, report);
    else report.note(FILE, block);
  }
  return roster;
}

/** The nearest heading says what a section is about; a heading's own text counts for everything below it. */
function sectionOf(block: Block): Section {
  const near = block.under.at(-1);
  if (!near) return "other";
  if (/^notes$/i.test(near.text)) return "other";
  for (const [section, pattern] of Object.entries(SECTIONS))
    if (pattern.test(plain(near.text))) return section as Section;
  return "other";
}

function headingMember(block: Block, section: Section, next: Block | undefined): Row | null {
  if (block.level < 2 || section === "other") return null;
  const { text, status } = withoutAside(block.text);
  const said = plain(text);
  const split = /^(.{1,60}?)(?:\s+[—–-]\s+|\s*[:(]\s*)([^()]{1,80})\)?$/.exec(said);
  const isSection = Object.values(SECTIONS).some((pattern) => pattern.test(split?.[1] ?? said));
  if (isSection) return null;
  if (split && (CHANGES.test(said) || /\d/.test(split[2] ?? ""))) return null;
  const field = next && next.kind === "item" ? fieldOf(next.text) : null;
  const hasFields = field !== null && field !== undefined && FIELDS[field.key] !== undefined;
  // Below a team's title, other sections may come beside members.
  if (!hasFields && block.under.at(-1)?.level === 1) return null;
  const isNamed = split !== null && (section !== "roster" || block.level > 2 || !/[:]/.test(said));
  if (split && isNamed) return { name: split[1] ?? "", part: split[2] ?? "", status };
  return hasFields && block.level > 2 ? { name: said, part: "", status } : null;
}

function rowOf({ cells, columns, under }: Block, section: Section): Row | null {
  const at = new Map<Column, number>();
  for (const [i, column] of (columns ?? []).entries())
    for (const [name, pattern] of Object.entries(COLUMNS))
      if (pattern.test(column) && !at.has(name as Column) && ![...at.values()].includes(i)) at.set(name as Column, i);
  const isByName = at.has("name") && (at.has("part") || section !== "other");
  if (!isByName && section === "other") return null;
  const said = [...(columns ?? []), section === "other" ? (under.at(-1)?.text ?? "") : ""];
  if (CHANGES.test(said.join(" | "))) return null;
  if (!isByName && columns?.some((column) => /capab|rating|notes|label|field|key/i.test(column))) return null;
  if (!isByName)
    return {
      name: cells[0] ?? "",
      part: cells[1] ?? "",
      charter: cells[2] ?? "",
      status: cells.slice(2).find((cell) => awayWords({ status: cell }) !== null) ?? cells[3] ?? "",
    };
  const row: Row = {};
  for (const [name, i] of at) row[name] = cells[i] ?? "";
  return row;
}

function itemOf(block: Block, section: Section): Row | null {
  if (section === "other") return null;
  const { text, status } = withoutAside(block.text);
  const match = /^(.{1,60}?)(?:\s+[—–-]\s+|\s*[:：]\s*|\s*\()(.+)$/.exec(plain(text));
  if (!match || slugOf(match[1] ?? "").split("-").length > 4) return null;
  return { name: match[1] ?? "", part: (match[2] ?? "").replace(/\)$/, ""), status };
}

function addMember(roster: Roster, row: Row, section: Section, block: Block, report: Report): Member | null {
  const { line } = block;
  const away = awayWords({ ...row, line: block.kind === "row" ? undefined : block.text });
  const named = plain(row.name ?? "").replace(/^@/, "");
  const title = away === null ? named : nameAlone(named);
  const part = plain(row.part ?? "");
  const keep = (message: string) => {
    report.warn(FILE, line, message);
    report.note(FILE, block);
    return null;
  };
  if (title === "" || /^[{<[]|^[-—–.]+$/.test(title)) return keep("Names nobody. Kept as a note.");
  if (section === "people" || HUMAN.test(row.status ?? "") || HUMAN.test(row.part ?? ""))
    return keep(personText(title));
  const folder = /agents\/([^/`\s)]{1,100})\//.exec(row.charter ?? "")?.[1];
  const own = slugOf(folder ?? "") || slugOf(title);
  if (section === "former") {
    roster.gone.set(own, title);
    return keep(`${title} has left the squad, so it gets no role. Kept as a note.`);
  }
  if (away !== null) {
    roster.gone.set(own, title);
    return keep(notActive(title, away));
  }
  if (roster.gone.has(own)) return keep(`${title} is not active, by a line above, so it gets no role. Kept as a note.`);
  if (roster.members.length >= MEMBERS_MAX)
    return keep(`Only the first ${MEMBERS_MAX} members are read. Kept as a note.`);
  const role = own || slugOf(part) || `member-${roster.members.length + 1}`;
  if (own === "") report.warn(FILE, line, `${title} has no Latin letters. Its role is named ${role}.`);
  if (roster.members.some((one) => one.role === role)) {
    const isSame = roster.members.some((one) => one.role === role && one.part === part);
    if (!isSame) return keep(`${title} is listed twice. The first line counts. Kept as a note.`);
    report.mark(FILE, line, `${title}, again`);
    return null;
  }
  const member = newMember(role, title, part);
  for (const key of ["expertise", "model", "prefix", "duties"] as const)
    if (row[key]) setField(member, key, row[key], roster, line);
  roster.members.push(member);
  if (section === "coordinator" || SECTIONS.coordinator.test(`${title} ${part}`)) roster.coordinator ??= role;
  report.mark(FILE, line, `role ${role}`);
  return member;
}

function notActive(title: string, away: string): string {
  return `${title} is not active (“${plain(away) || away}”), so it gets no role. Kept as a note.`;
}

function personText(title: string): string {
  return `${title} is a person, so no role. Invite them to the room. Kept as a note.`;
}

/** Why somebody whose heading has this status gets no role. */
function leavingText({ title }: Member, status: string): string | null {
  if (HUMAN.test(status)) return personText(title);
  const away = awayWords({ status });
  return away === null ? null : notActive(title, away);
}

function leave(roster: Roster, member: Member, at: Block, why: string, report: Report): void {
  roster.members = roster.members.filter((one) => one !== member);
  if (roster.coordinator === member.role) roster.coordinator = null;
  roster.gone.set(member.role, member.title);
  report.warn(FILE, at.line, why);
  report.note(FILE, at);
}

export function newMember(role: string, title: string, part: string): Member {
  return {
    role,
    title,
    part,
    expertise: "",
    prefix: null,
    duties: null,
    model: null,
    override: null,
    charter: "",
    history: "",
  };
}

function setField(member: Member, key: Column, value: string, roster: Roster, line: number): void {
  const said = plain(value);
  if (key === "part" || key === "expertise") member[key] = said;
  else if (key === "prefix") member.prefix = /^[A-Z][A-Z0-9-]{0,11}$/.test(said) ? said : null;
  else if (key === "model") {
    member.model = modelOf(said);
    roster.models.set(member.role, line);
  } else if (key === "duties") {
    const words = said.toLowerCase().split(/[,\s]+/);
    member.duties = DUTIES.filter((duty: Duty) => words.includes(duty));
  }
}

/** `auto` and the like leave it open. */
export function modelOf(said: string): string | null {
  const model = said.replace(/\s*\(.*\)$/, "").trim();
  return model === "" || /^(auto|default|none|any|inherit|[-—–]+)\b|^[-—–]+$/i.test(model) ? null : model.slice(0, 100);
}
