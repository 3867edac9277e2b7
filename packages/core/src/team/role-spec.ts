import { oncePer } from "../kernel/once-per.ts";
import { type RoleSpec, readRoleSpec, type SpecProblem } from "./spec.ts";
import type { Role } from "./team.ts";

/** A role, or the draft of one. */
export type Specified = { [of in "prefix" | "spec"]?: Role[of] | undefined };

/** A role never changes: a changed team has new ones. */
const readOf = oncePer((role: Specified) => readRoleSpec(role.spec ?? ""));

/** What a role's spec says; read once. */
export function specOf(role: Specified): RoleSpec {
  return readOf(role).spec;
}

/** What keeps everybody from working as the role: the first error of its spec. `null`: nothing. */
export function specError(role: Specified): SpecProblem | null {
  if (role.spec === undefined) return null;
  return readOf(role).problems.find(({ level }) => level === "error") ?? null;
}

/** “Line 4 of its spec: Use true, false or dynamic.” */
export function specErrorText({ line, message }: SpecProblem): string {
  return `Line ${line} of its spec: ${message}`;
}

/** Why nobody works as this role, and the line of its spec; `null`: somebody may. */
export function brokenSpec(role: (Specified & Pick<Role, "title">) | undefined): { line: number; text: string } | null {
  const bad = role ? specError(role) : null;
  return role && bad ? { line: bad.line, text: `Nobody can work as ${role.title}. ${specErrorText(bad)}` } : null;
}

/** The type with which a report begins, after its tag if it has one, and what else it says. */
export function saidType(types: RoleSpec["messageTypes"], report: string): { type: string | undefined; rest: string } {
  const said = report.replace(/^\s*(?:\[[^\]]*\]\s*)?/, "");
  const found = types.find(({ type }) => said.startsWith(type) && !/^[\w-]/.test(said.slice(type.length)));
  if (!found) return { type: undefined, rest: said };
  const rest = said.slice(found.type.length).replace(/^[\s:.,]+/, "");
  return { type: found.type, rest: rest === "" ? said : rest };
}
