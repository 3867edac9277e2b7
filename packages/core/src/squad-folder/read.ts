import { counted } from "../kernel/words.ts";
import { readCharter } from "./charter.ts";
import { type FolderConfig, readConfig } from "./config.ts";
import { readDecisions } from "./decisions.ts";
import { readLearnings } from "./history.ts";
import { linesOf, readMarkdown } from "./markdown.ts";
import { slugOf } from "./member-name.ts";
import { createReport, type Report } from "./report.ts";
import { newMember, type Roster, readRoster } from "./roster.ts";
import { readRules } from "./rules.ts";
import {
  type FolderDecision,
  type FolderReading,
  LINE_MAX,
  LINES_MAX,
  type LineChoice,
  MEMBERS_MAX,
  type Member,
  type SquadFile,
} from "./squad.ts";

const MARKS = /^(?:team\.md|routing\.md|agents\/[^/]+\/charter\.md)$/i;
/** Files from which a squad is read, by their paths in the folder. */
export const KNOWN_FILES = /^(?:team|routing|decisions)\.md$|^config\.json$/i;
export const DECISION_FILES = /^decisions\/.+\.md$/i;
export const AGENT_FILE = /^agents\/([^/]+)\/(charter|history)\.md$/i;

/** Where the squad is among these files: in `.squad`, `.ai-team`, the folder itself, or the first that looks like one. */
export function squadRoot(paths: readonly string[]): string | null {
  const roots = paths.flatMap((path) => {
    const parts = pathOf(path).split("/");
    for (let i = 0; i < parts.length; i++)
      if (MARKS.test(parts.slice(i).join("/"))) return [parts.slice(0, i).join("/")];
    return [];
  });
  const rank = (root: string) => {
    const name = root.split("/").at(-1) ?? "";
    const own = name === ".squad" ? 0 : name === ".ai-team" ? 1 : 2;
    return own + 3 * (root === "" ? 0 : root.split("/").length);
  };
  return roots.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : a > b ? 1 : 0))[0] ?? null;
}

/** The path of a file below the squad's folder; `null` for a file outside it. */
export function pathInSquad(root: string, path: string): string | null {
  const said = pathOf(path);
  if (root === "") return said;
  return said.startsWith(`${root}/`) ? said.slice(root.length + 1) : null;
}

/** With `/`, without `.` and `..`: a path inside its folder. */
function pathOf(path: string): string {
  return path
    .replaceAll("\\", "/")
    .split("/")
    .filter((part) => part !== "" && part !== "." && part !== "..")
    .join("/");
}

/**
 * Reads a squad folder. Total: anything unclear gets a warning, and each line of the team, the routing and the
 * decisions gets a mark.
 *
 * @param choices what a person has said about lines that name nobody
 * @param folder where the squad is, if known
 */
export function readSquadFolder(
  files: readonly SquadFile[],
  choices: readonly LineChoice[] = [],
  folder?: string,
): FolderReading {
  const report = createReport(choices);
  const root = folder ?? squadRoot(files.map(({ path }) => path));
  const inside = insideOf(files, root ?? "", report);
  const text = (name: string) => inside.find(({ path }) => path.toLowerCase() === name)?.content;
  for (const { path, content } of inside) if (path.endsWith(".md")) warnOfSize(path, content, report);

  const roster = readRoster(text("team.md") ?? "", report);
  if (text("team.md") === undefined)
    report.warn("team.md", null, "There is no team.md. The roles come from the charters.");
  readAgents(inside, roster, report);
  const { members } = roster;
  const entry = entryOf(roster, report);
  const config: FolderConfig =
    text("config.json") === undefined
      ? { defaultModel: null, config: {} }
      : readConfig("config.json", text("config.json") ?? "", members, report);
  const rules = readRules(text("routing.md") ?? "", roster, report, inside);
  const decisions: FolderDecision[] = inside
    .filter(({ path }) => path.toLowerCase() === "decisions.md" || DECISION_FILES.test(path))
    .flatMap(({ path, content }) => readDecisions(path, content, report));
  const kept = inside
    .filter(({ path }) => !isRead(path, roster))
    .map((file) => ({ ...file, path: keptPath(file.path) }));
  for (const { path } of kept) report.mark(path, 1, "kept as a file, never run");
  return {
    squad: {
      entryPoint: entry?.role ?? "",
      members: entry ? [entry, ...members.filter((one) => one !== entry)] : [],
      rules,
      notes: [...report.notes],
      decisions,
      ...config,
      files: kept,
    },
    root: root ?? "",
    marks: report.marks,
    warnings: report.all(),
    inside,
  };
}

function isRead(path: string, { gone, members }: Roster): boolean {
  const agent = AGENT_FILE.exec(path)?.[1];
  if (agent === undefined) return KNOWN_FILES.test(path) || DECISION_FILES.test(path);
  return !gone.has(slugOf(agent)) && members.some(({ role }) => role === slugOf(agent));
}

/** Away from the agents in the folder, or the next reading would take it for one of them. */
export function keptPath(path: string): string {
  return AGENT_FILE.test(path) ? path.replace(/^agents\/_*/i, "agents/_alumni/") : path;
}

function insideOf(files: readonly SquadFile[], root: string, report: Report): SquadFile[] {
  const inside = new Map<string, SquadFile>();
  let outside = 0;
  for (const file of files) {
    const path = pathInSquad(root, file.path);
    if (path === null || path === "") outside += 1;
    else if (inside.has(path.toLowerCase()))
      report.warn(path, null, "Another file has this name. The first one is read.");
    else inside.set(path.toLowerCase(), { path, content: file.content });
  }
  if (outside > 0)
    report.warn(root, null, `${counted(outside, "file is", "files are")} outside of the squad's folder, and left out.`);
  return [...inside.values()];
}

function warnOfSize(path: string, content: string, report: Report): void {
  const { lineCount, cut } = readMarkdown(content);
  if (lineCount > LINES_MAX)
    report.cut(path, LINES_MAX + 1, `Only the first ${LINES_MAX} of ${lineCount} lines are read.`);
  for (const line of cut.slice(0, 5))
    report.cut(path, line, `Only the first ${LINE_MAX} characters of this line are read.`);
}

/** Charters and histories, each with its member; an agent with a charter that is in no roster is a member too. */
function readAgents(files: readonly SquadFile[], roster: Roster, report: Report): void {
  const hadRoster = roster.members.length > 0;
  const isHistory = ({ path }: SquadFile) => AGENT_FILE.exec(path)?.[2]?.toLowerCase() === "history";
  // Without a roster, members are known by their charters, wherever these come in the folder.
  const inOrder = [...files].sort((a, b) => Number(isHistory(a)) - Number(isHistory(b)));
  for (const { path, content } of inOrder) {
    const [, folder = "", kind = ""] = AGENT_FILE.exec(path) ?? [];
    const role = slugOf(folder);
    if (folder === "" || folder.startsWith("_") || role === "" || roster.gone.has(role)) continue;
    const isCharter = kind.toLowerCase() === "charter";
    const charter = isCharter && content.trim() !== "" ? readCharter(content) : null;
    let member = roster.members.find((one) => one.role === role);
    if (!member && (!charter || roster.members.length >= MEMBERS_MAX)) continue;
    if (!member) {
      member = newMember(role, charter?.name || folder, charter?.part ?? "");
      roster.members.push(member);
      if (hadRoster) report.warn(path, null, `${member.title} is not in team.md. It gets a role all the same.`);
    }
    if (charter) {
      takeCharter(member, charter);
      report.mark(path, 1, `spec of ${member.title}`);
    } else if (!isCharter) {
      member.history = linesOf(content).join("\n").trimEnd();
      const { learnings, others } = readLearnings(content);
      for (const [i, { line }] of learnings.entries()) report.mark(path, line, `learning ${i + 1}`);
      for (const line of others) report.mark(path, line, "kept in the history");
    }
  }
  for (const { role, title, charter } of roster.members)
    if (charter === "")
      report.warn(`agents/${role}/charter.md`, null, `${title} has no charter. It starts without a spec.`);
}

function takeCharter(member: Member, charter: ReturnType<typeof readCharter>): void {
  member.charter = charter.text;
  member.part ||= charter.part;
  member.expertise ||= charter.expertise;
  member.model ??= charter.model ?? null;
}

/** Whoever is called coordinator, otherwise lead, otherwise the first. */
function entryOf({ members, coordinator }: Roster, report: Report): Member | null {
  const named = members.find(({ role }) => role === coordinator);
  if (named) return named;
  const lead = members.find(({ title, part }) => /\b(lead|manager|architect|captain)\b/i.test(`${title} ${part}`));
  const first = lead ?? members[0] ?? null;
  if (first) report.warn("team.md", null, `Nobody is called coordinator. ${first.title} receives your messages.`);
  else
    report.warn(
      "team.md",
      null,
      "There is no squad here: nobody is listed in team.md, and there is no agents/NAME/charter.md.",
    );
  return first;
}
