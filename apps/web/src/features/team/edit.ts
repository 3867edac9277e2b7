import { defaultPrefix, draftOf, type RoleDraft, type TeamDraft } from "@squadroom/core/team/draft";
import { defaultDuties } from "@squadroom/core/team/duties";
import { givePrefix } from "@squadroom/core/team/give-prefix";
import type { LibraryRole } from "@squadroom/core/team/library";
import { presetTeam } from "@squadroom/core/team/presets";
import { takeSpecs } from "@squadroom/core/team/spec-folder";
import type { TeamPreset } from "@squadroom/core/team/team";
import type { Tier, TierChange } from "@squadroom/core/team/tiers";

/** Where a custom team starts. */
export function startDraft(preset: TeamPreset = "squad"): TeamDraft {
  return draftOf(presetTeam(preset));
}

/**
 * A role gets a new name: so does everything that names it, and it keeps the duties that its old name gave it.
 * Written-out variants do not follow.
 */
export function renameRole(draft: TeamDraft, at: number, name: string): TeamDraft {
  const before = draft.roles[at]?.name ?? "";
  const roles = draft.roles.map((role, i) => ({
    ...role,
    ...(i === at ? { name, ...keptDuties(role) } : {}),
    handsTo: role.handsTo?.map((to) => (to === before ? name : to)),
  }));
  const entryPoint = draft.entryPoint === before ? name : draft.entryPoint;
  const routing = draft.routing && {
    ...draft.routing,
    rules: draft.routing.rules.map((rule) => (rule.to === before ? { ...rule, to: name } : rule)),
  };
  return withoutVariants({ ...draft, entryPoint, roles, ...(routing ? { routing } : {}) });
}

function keptDuties({ name, duties }: RoleDraft): Pick<RoleDraft, "duties"> {
  const kept = duties ?? defaultDuties(name);
  return duties || kept.length > 0 ? { duties: kept } : {};
}

/** Another title, prefix, specialty or spec; written-out variants stay. */
export function changeRole(draft: TeamDraft, at: number, change: Partial<RoleDraft>): TeamDraft {
  const next = {
    ...draft,
    roles: draft.roles.map((role, i) => (i === at ? { ...role, ...change } : role)),
  };
  return change.handsTo === undefined ? next : withoutVariants(next);
}

/** A role that also owns the tasks of another prefix: its spec says so. */
export function withPrefix(draft: TeamDraft, name: string, prefix: string): TeamDraft {
  const at = draft.roles.findIndex((role) => role.name === name);
  const { spec = "", title = name } = draft.roles[at] ?? {};
  return changeRole(draft, at, { spec: givePrefix(spec || `# ${title}\n`, prefix) });
}

export function addRole(draft: TeamDraft): TeamDraft {
  const taken = draft.roles.map((role) => role.name);
  let n = 1;
  while (taken.includes(n === 1 ? "helper" : `helper-${n}`)) n += 1;
  const name = n === 1 ? "helper" : `helper-${n}`;
  const role: RoleDraft = {
    name,
    title: n === 1 ? "Helper" : `Helper ${n}`,
    prefix: n === 1 ? defaultPrefix(name) : `HELPER${n}`,
    specialty: "",
    handsTo: [draft.entryPoint],
  };
  return withoutVariants({ ...draft, roles: [...draft.roles, role] });
}

/** A role from the library: it works for the entry point. */
export function addLibraryRole(draft: TeamDraft, role: LibraryRole): TeamDraft {
  const { name, title, priority, specialty, duties, spec } = role;
  const next = takeSpecs(draft, [{ path: `${name}.md`, content: spec }]).draft;
  const kept = { title, priority, specialty, ...(duties ? { duties: [...duties] } : {}) };
  return {
    ...next,
    roles: next.roles.map((one) => (one.name === name ? { ...one, ...kept } : one)),
  };
}

/** Roles that handed to it now hand to those it handed to. */
export function removeRole(draft: TeamDraft, at: number): TeamDraft {
  const gone = draft.roles[at];
  if (!gone) return draft;
  const onward = gone.handsTo ?? [];
  const roles = draft.roles
    .filter((_, i) => i !== at)
    .map((role) => {
      const targets = (role.handsTo ?? []).flatMap((to) => (to === gone.name ? onward : [to]));
      const handsTo = [...new Set(targets)].filter((to) => to !== role.name && to !== gone.name);
      return { ...role, handsTo: handsTo.length > 0 ? handsTo : ["user"] };
    });
  const entryPoint = draft.entryPoint === gone.name ? (roles[0]?.name ?? "") : draft.entryPoint;
  const routing = draft.routing && {
    ...draft.routing,
    rules: draft.routing.rules.filter(({ to }) => to !== gone.name),
  };
  return withoutVariants({ ...draft, entryPoint, roles, ...(routing ? { routing } : {}) });
}

export function setEntryPoint(draft: TeamDraft, name: string): TeamDraft {
  return withoutVariants({ ...draft, entryPoint: name });
}

/** Whether another role acts as the entry point while nobody fills it, or roles stay apart; written variants stay. */
export function setPolicy(draft: TeamDraft, policy: "entryFallback" | "isolated", on: boolean): TeamDraft {
  const { [policy]: _, ...rest } = draft;
  return on ? { ...rest, [policy]: true } : rest;
}

/** When an author whose work was rejected may not revise it; written-out variants stay. */
export function setLockout({ lockout: _, ...rest }: TeamDraft, lockout: TeamDraft["lockout"]): TeamDraft {
  return lockout === undefined ? rest : { ...rest, lockout };
}

/** What its entry point asks a person about; written-out variants stay. */
export function setInvolve({ involve: _, ...rest }: TeamDraft, involve: string): TeamDraft {
  return involve.trim() === "" ? rest : { ...rest, involve };
}

function withoutVariants({ variants: _, ...rest }: TeamDraft): TeamDraft {
  return rest;
}

/** Whether messages go by mention and rule, and by which rules; written-out variants stay. */
export function setRouting({ routing: _, ...rest }: TeamDraft, routing: TeamDraft["routing"]): TeamDraft {
  return routing ? { ...rest, routing } : rest;
}

/** New rules; what tiers allow stays. */
export function setRules(draft: TeamDraft, rules: NonNullable<TeamDraft["routing"]>["rules"]): TeamDraft {
  return { ...draft, routing: { ...draft.routing, rules } };
}

/** What a tier allows in this team; the rest stays. */
export function setTier(draft: TeamDraft, tier: Tier, change: TierChange): TeamDraft {
  const { rules, tiers = {} } = draft.routing ?? { rules: [] };
  const next = { ...tiers, [tier]: { ...tiers[tier], ...change } };
  return { ...draft, routing: { rules, tiers: next } };
}
