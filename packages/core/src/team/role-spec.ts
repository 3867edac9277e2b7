import { oncePer } from "../kernel/once-per.ts";
import { type RoleSpec, readRoleSpec, type SpecProblem } from "./spec.ts";
import type { Role } from "./team.ts";

/** A role, or the draft of one. */
export type Specified = { [of in "prefix" | "spec"]?: Role[of] | undefined };

/** A role never changes: a changed team has others. */
const readOf = oncePer((role: Specified) => readRoleSpec(role.spec ?? ""));

/** What a role's spec says; read once. */
export function specOf(role: Specified): RoleSpec {
  return readOf(role).spec;
}

/** What keeps anybody from working as the role: the first error of its spec. `null`: nothing. */
export function specError(role: Specified): SpecProblem | null {
  if (role.spec === undefined) return null;
  return readOf(role).problems.find(({ level }) => level === "error") ?? null;
}

/** “Line 4 of its spec: Use true, false or dynamic.” */
export function specErrorText({ line, message }: SpecProblem): string {
  return `Line ${line} of its spec: ${message}`;
}
