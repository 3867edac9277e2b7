import type { RoomModels } from "../run/model.ts";
import type { TeamDraft } from "../team/draft.ts";
import { FOLDER_FILES_MAX, FOLDER_KEPT_MAX, type FolderFile } from "../team/folder.ts";
import { squadOf, squadTeam } from "./draft.ts";
import { type folderWisdom, squadWisdom } from "./known.ts";
import { roomModelsOf } from "./models.ts";
import { keptPath, readSquadFolder } from "./read.ts";
import type { FolderNote, FolderWarning, LineChoice, Squad, SquadFile } from "./squad.ts";
import { writeSquadFolder } from "./write.ts";

const AGENT = /^agents\/([^/]+)\/(charter|history)\.md$/i;

/**
 * The files of a squad folder that its team keeps unchanged: all except charters that are their role's spec. What a
 * room is made from comes first; what is too much is reported.
 */
export function folderOf(
  inside: readonly SquadFile[],
  draft: TeamDraft,
  choices: readonly LineChoice[],
): { folder: FolderFile[]; warnings: FolderWarning[] } {
  const warnings: FolderWarning[] = [];
  const folder: FolderFile[] = [];
  const own = new Map(writeSquadFolder(squadOf(draft)).map(({ path, content }) => [path, content]));
  let size = 0;
  for (const { path, content } of inside.toSorted(inOrder)) {
    const text = content.toWellFormed();
    if (AGENT.test(path) && own.get(path) === text) continue;
    const length = path.length + text.length;
    if (size + length > FOLDER_KEPT_MAX || folder.length === FOLDER_FILES_MAX) {
      const message = `A team keeps up to ${FOLDER_KEPT_MAX} characters of its folder, and this file is over that. What it says beside the team is left out of an export, so keep the folder.`;
      warnings.push({ file: path, line: null, message });
      continue;
    }
    size += length;
    folder.push({ path, content: text });
  }
  return { folder: settled(folder, choices), warnings };
}

/** A line for which a person chose a member names that member. */
function settled(folder: readonly FolderFile[], choices: readonly LineChoice[]): FolderFile[] {
  const { warnings, squad } = readSquadFolder(folder, [], "");
  return folder.map(({ path, content }) => {
    const lines = content.split("\n");
    for (const { file, line, role } of choices) {
      const wanted = warnings.find((one) => one.file === file && one.line === line && one.choice);
      const title = squad.members.find((one) => one.role === role)?.title;
      if (file === path && wanted?.choice && title !== undefined)
        lines[line - 1] = (lines[line - 1] ?? "").replace(wanted.choice.wanted, () => title);
    }
    return { path, content: lines.join("\n") };
  });
}

function inOrder(a: SquadFile, b: SquadFile): number {
  return rank(a) - rank(b) || (a.path < b.path ? -1 : 1);
}

function rank({ path, content }: SquadFile): number {
  const names = [/^team\.md$/i, /^routing\.md$/i, /^config\.json$/i, /charter\.md$/i];
  const at = names.findIndex((name) => name.test(path));
  if (at >= 0) return at;
  const isLong = /^decisions\b|history\.md$/i.test(path);
  return isLong ? names.length + 1 : names.length + content.length / 1_000_000;
}

/** What a room says about itself, in the parts of a folder. */
interface Says {
  team: unknown;
  rules: unknown;
  models: unknown;
  decisions: unknown;
  /** By role. */
  specs: Map<string, string>;
  learnings: Map<string, unknown>;
}
type Part = "team" | "rules" | "models" | "decisions";
const PARTS: [Part, RegExp][] = [
  ["team", /^team\.md$/i],
  ["rules", /^routing\.md$/i],
  ["models", /^config\.json$/i],
  ["decisions", /^decisions(?:\.md$|\/.+\.md$)/i],
];

/**
 * The folder of a room: a file that its team keeps is written unchanged, as long as it still says what the room does.
 * Otherwise it is rewritten, with its notes.
 */
export function roomFolder(
  draft: TeamDraft,
  models: RoomModels | undefined,
  wisdom: Pick<ReturnType<typeof folderWisdom>, "decisions" | "histories">,
): SquadFile[] {
  const { folder = [] } = draft;
  const now = squadOf(draft, models, wisdom);
  const bare = byPath(writeSquadFolder(now));
  if (folder.length === 0) return [...bare.values()];
  const kept = byPath(folder);
  const { notes, config } = readSquadFolder([...merged(bare, kept).values()], [], "").squad;
  const had = new Set(kept.keys());
  const isNew = (note: FolderNote) => !notes.some(({ text }) => text === note.text);
  const all = [...notes, ...now.notes.filter(isNew)];
  const anew = byPath(writeSquadFolder({ ...now, notes: all, config, files: [] }));
  const wanted = saysOf(readSquadFolder([...bare.values()], [], "").squad);
  for (const [part, pattern] of PARTS) {
    const says = saysOf(readSquadFolder([...merged(anew, kept).values()], [], "").squad);
    const isSaid = part !== "rules" || now.notes.length === 0;
    if (isSaid && isSame(says[part], wanted[part])) continue;
    for (const path of Array.from(kept.keys())) if (pattern.test(path)) kept.delete(path);
    if (part === "team") moveAside(kept, now);
  }
  const says = saysOf(readSquadFolder([...merged(anew, kept).values()], [], "").squad);
  for (const [path] of Array.from(kept)) {
    const [, role = "", kind] = AGENT.exec(path) ?? [];
    const isTrue =
      kind === undefined ||
      (kind.toLowerCase() === "charter"
        ? says.specs.get(role) === wanted.specs.get(role)
        : isSame(says.learnings.get(role), wanted.learnings.get(role)));
    if (!isTrue) kept.delete(path);
  }
  let files = [...merged(anew, kept).values()];
  // Roles may come from charters alone, and models from the roster: such a folder needs no file for them.
  for (const [path, part] of [
    ["team.md", "team"],
    ["config.json", "models"],
  ] as const) {
    const others = files.filter((one) => one.path !== path);
    const says = () => saysOf(readSquadFolder(others, [], "").squad)[part];
    if (!had.has(path) && isSame(says(), wanted[part])) files = others;
  }
  return files;
}

/** Agents that are not roles, named only by the former roster. */
function moveAside(kept: Map<string, SquadFile>, { members }: Squad): void {
  for (const [key, { path, content }] of Array.from(kept)) {
    const role = AGENT.exec(path)?.[1];
    if (role === undefined || members.some((one) => one.role === role.toLowerCase())) continue;
    kept.delete(key);
    const aside = keptPath(path);
    kept.set(aside.toLowerCase(), { path: aside, content });
  }
}

function byPath(files: readonly SquadFile[]): Map<string, SquadFile> {
  return new Map(files.map((file) => [file.path.toLowerCase(), file]));
}

/** What is rewritten, except what is kept in its place: each part of the squad is in one or the other. */
function merged(anew: Map<string, SquadFile>, kept: Map<string, SquadFile>): Map<string, SquadFile> {
  const held = PARTS.filter(([, pattern]) => [...kept.keys()].some((path) => pattern.test(path)));
  const free = [...anew].filter(([path]) => !held.some(([, pattern]) => pattern.test(path)));
  return new Map([...free, ...kept]);
}

function saysOf(squad: Squad): Says {
  const { draft } = squadTeam(squad);
  const roles = draft.roles.map(({ name }) => name);
  const { known } = squadWisdom(squad, roles);
  return {
    team: [
      draft.entryPoint,
      draft.roles.map(({ name, title, prefix, specialty, duties }) => [name, title, prefix, specialty, duties ?? null]),
    ],
    rules: draft.routing?.rules.map(({ phrases, to }) => [phrases, to]) ?? [],
    models: roomModelsOf(squad, draft.roles) ?? null,
    decisions: known
      .filter(({ kind }) => kind === "decision")
      .map(({ text, source }) => [text, source.date, source.by]),
    specs: new Map(draft.roles.map(({ name, spec = "" }) => [name, spec])),
    learnings: new Map(
      roles.map((role) => [
        role,
        known
          .filter((one) => one.kind === "learning" && one.roles?.[0] === role)
          .map(({ text, source }) => [text, source.date]),
      ]),
    ),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
