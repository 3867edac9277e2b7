import { type TeamDraft, teamOf } from "@squadroom/core/team/draft";

/** What is wrong with a file, at its line, counted from 1. */
export interface FileProblem {
  line: number;
  message: string;
}

export interface ReadTeam {
  /** `null`: it is not a team at all. */
  draft: TeamDraft | null;
  problems: FileProblem[];
}

/** A team from a file, as `room team show --json` prints it, or only its `draft`. Total. */
export function readTeamFile(text: string): ReadTeam {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { draft: null, problems: [{ line: lineOfError(text, error), message: NO_JSON }] };
  }
  const draft = isRecord(value) && isRecord(value.draft) ? value.draft : value;
  if (!isDraft(draft)) return { draft: null, problems: [{ line: 1, message: NO_TEAM }] };
  const lines = linesOf(text);
  const start = draft === value ? "" : "draft.";
  const problems = teamOf(draft)
    .problems.filter(({ level }) => level === "error")
    .map(({ path, message }) => ({ line: nearest(lines, `${start}${path}`), message }));
  return { draft, problems };
}

const NO_JSON = "This isn't valid JSON from here on.";
const NO_TEAM = "A team has `entryPoint`, and `roles` with a name each.";

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDraft(value: unknown): value is TeamDraft {
  if (!isRecord(value) || typeof value.entryPoint !== "string") return false;
  if (!Array.isArray(value.roles)) return false;
  return value.roles.every((role) => isRecord(role) && typeof role.name === "string");
}

/** Browsers word the place differently. */
function lineOfError(text: string, error: unknown): number {
  const said = error instanceof Error ? error.message : "";
  const line = /line (\d+)/.exec(said)?.[1];
  if (line) return Number(line);
  const at = /position (\d+)/.exec(said)?.[1];
  return text.slice(0, at ? Number(at) : text.length).split("\n").length;
}

/** The line of each member of a valid document: `roles[1].prefix`. */
function linesOf(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  const open: { key: string; isList: boolean; n: number }[] = [];
  let line = 1;
  let name: string | null = null;
  const path = (): string =>
    open
      .map(({ key, isList, n }) => (isList ? `${key}[${n}]` : key))
      .filter((part) => part !== "")
      .join(".");
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:\n]/g)) {
    const top = open.at(-1);
    if (token === "\n") line += 1;
    else if (token === "{" || token === "[") {
      open.push({ key: name ?? "", isList: token === "[", n: 0 });
      name = null;
      if (!lines.has(path())) lines.set(path(), line);
    } else if (token === "}" || token === "]") open.pop();
    else if (token === "," && top?.isList) {
      top.n += 1;
    } else if (token.startsWith('"') && top && !top.isList && name === null) {
      name = JSON.parse(token) as string;
      lines.set([path(), name].filter((part) => part !== "").join("."), line);
    } else if (token === "," || token.startsWith('"')) name = null;
  }
  return lines;
}

/** Of the named member, or of what would contain it. */
function nearest(lines: Map<string, number>, path: string): number {
  for (let at = path; at !== ""; at = at.replace(/\.?[^.[]*$|\[\d+\]$/, "")) {
    const line = lines.get(at);
    if (line !== undefined) return line;
    if (!/[.[]/.test(at)) break;
  }
  return 1;
}
