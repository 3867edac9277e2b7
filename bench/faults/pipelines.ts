import { draftOf, type TeamDraft } from "@squadroom/core/team/draft";
import { presetTeam } from "@squadroom/core/team/presets";

/** With a checkpoint, and without one. */
export const PIPELINES = ["full-lifecycle", "full-lifecycle", "impl-only"];

/** Whose the steps of these are, beside each role's own. */
const PREFIXES: Record<string, string> = {
  planner: "[RESEARCH, QUALITY]",
  builder: "[DRAFT, IMPL, TEST]",
};

/** A squad that pipelines can be started with. */
export function pipelineTeam(): TeamDraft {
  const draft = draftOf(presetTeam("squad"));
  const roles = draft.roles.map((role) => {
    const more = PREFIXES[role.name];
    if (!more) return role;
    const head = `prefix: ${role.prefix}\nadditional_prefixes: ${more}`;
    return { ...role, spec: `---\n${head}\n---\n\n# ${role.title}\n` };
  });
  return { ...draft, roles };
}
