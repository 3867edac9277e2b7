import { roleTitle } from "../../words/role-title.ts";

/** "Builder 2, Builder"; once if an agent's name is its role's. */
export function nameAndRole(name: string, role: string): string {
  const title = roleTitle(role);
  return name === title ? name : `${name}, ${title}`;
}
