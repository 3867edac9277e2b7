import { draftOf, type TeamDraft } from "@squadroom/core/team/draft";
import { presetTeam } from "@squadroom/core/team/presets";

/** With a checkpoint, and without one. */
export const PIPELINES = ["full-lifecycle", "full-lifecycle", "impl-only"];

/** Whose the steps of these are, beside each role's own. */
const PREFIXES: Record<string, string> = {
  planner: "[RESEARCH, QUALITY]",
  builder: "[DRAFT, IMPL, TEST]",
};

/** Of the steps of these, the first is discussed in the first round, the others in the second, the last in what is left. */
const ROUNDS: Record<string, string> = {
  planner: "discuss_rounds:\n  DISCUSS-001: [product, quality]\n  DISCUSS-002: [technical, risk, coverage]\n",
};

/** A squad that pipelines can be started with. */
export function pipelineTeam(): TeamDraft {
  const draft = draftOf(presetTeam("squad"));
  const roles = draft.roles.map((role) => {
    const more = PREFIXES[role.name];
    if (!more) return role;
    const head = `prefix: ${role.prefix}\nadditional_prefixes: ${more}\n${ROUNDS[role.name] ?? ""}`;
    return { ...role, spec: `---\n${head.trim()}\n---\n\n# ${role.title}\n` };
  });
  return { ...draft, roles };
}
