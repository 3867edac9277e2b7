import { redactedIn, redactedText } from "@squadroom/core/kernel/redacted";
import { refuse } from "@squadroom/core/kernel/refusal";
import { type TeamDraft, teamOf } from "@squadroom/core/team/draft";
import { presetTeam } from "@squadroom/core/team/presets";
import type { TeamProblem } from "@squadroom/core/team/problem";
import type { Team, TeamPreset } from "@squadroom/core/team/team";
import { redactImported } from "../../platform/redaction/imported.ts";

/** The body has one of the two. */
export interface Wanted {
  preset?: TeamPreset | undefined;
  team?: TeamDraft | undefined;
}

/** The team that a body means, and its faults. Specs and pipelines are stored and shown, so they are redacted. */
export async function meantTeam({ preset, team: draft }: Wanted): Promise<{
  team: Team | null;
  problems: TeamProblem[];
}> {
  if (preset !== undefined) return { team: presetTeam(preset), problems: [] };
  if (draft === undefined) throw new Error("the contract lets no body without a team through");
  const redacted: TeamProblem[] = [];
  const cleaned = async (text: string, path: string): Promise<string> => {
    const clean = await redactImported(text);
    for (const { line, kinds } of redactedIn(clean))
      redacted.push({ level: "warning", path, line, message: redactedText(kinds) });
    return clean;
  };
  const roles: TeamDraft["roles"] = [];
  for (const [i, role] of draft.roles.entries()) {
    const clean = { ...role };
    for (const part of ["title", "specialty", "spec"] as const)
      clean[part] = role[part] && (await cleaned(role[part], `roles[${i}].${part}`));
    roles.push(clean);
  }
  const pipelines: string[] = [];
  for (const [i, text] of (draft.pipelines ?? []).entries()) pipelines.push(await cleaned(text, `pipelines[${i}]`));
  const files: NonNullable<TeamDraft["folder"]> = [];
  for (const { path, content } of draft.folder ?? []) files.push({ path, content: await cleaned(content, path) });
  const folder = draft.folder && { folder: files };
  const { team, problems } = teamOf({ ...draft, roles, pipelines, ...folder });
  return { team, problems: [...problems, ...redacted] };
}

/** @throws RefusalError `team_invalid`, with everything that is wrong */
export async function wantedTeam(wanted: Wanted): Promise<Team> {
  const { team, problems } = await meantTeam(wanted);
  if (team) return team;
  const errors = problems.filter((problem) => problem.level === "error");
  const [first] = errors;
  const more = errors.length > 1 ? ` ${errors.length - 1} more.` : "";
  const place = first ? `${first.path}${first.line ? ` line ${first.line}` : ""}` : "team";
  throw refuse("team_invalid", `${place}: ${first?.message ?? "is no team."}${more}`, { problems });
}
