import { refuse } from "@squadroom/core/kernel/refusal";
import { type TeamDraft, teamOf } from "@squadroom/core/team/draft";
import { presetTeam } from "@squadroom/core/team/presets";
import type { TeamProblem } from "@squadroom/core/team/problem";
import type { Team, TeamPreset } from "@squadroom/core/team/team";
import { redact } from "../../platform/redaction/redact.ts";

/** The body has one of the two. */
export interface Wanted {
  preset?: TeamPreset | undefined;
  team?: TeamDraft | undefined;
}

/** The team that a body means, and what is wrong with it. Specs are stored and shown: they are redacted. */
export function meantTeam({ preset, team: draft }: Wanted): {
  team: Team | null;
  problems: TeamProblem[];
} {
  if (preset !== undefined) return { team: presetTeam(preset), problems: [] };
  if (draft === undefined) throw new Error("the contract lets no body without a team through");
  const roles = draft.roles.map((role) => ({
    ...role,
    title: role.title && redact(role.title),
    specialty: role.specialty && redact(role.specialty),
    spec: role.spec && redact(role.spec),
  }));
  return teamOf({ ...draft, roles });
}

/** @throws RefusalError `team_invalid`, with everything that is wrong */
export function wantedTeam(wanted: Wanted): Team {
  const { team, problems } = meantTeam(wanted);
  if (team) return team;
  const errors = problems.filter((problem) => problem.level === "error");
  const [first] = errors;
  const more = errors.length > 1 ? ` ${errors.length - 1} more: see \`details.problems\`.` : "";
  const place = first ? `${first.path}${first.line ? ` line ${first.line}` : ""}` : "team";
  throw refuse("team_invalid", `${place}: ${first?.message ?? "is no team."}${more}`, { problems });
}
