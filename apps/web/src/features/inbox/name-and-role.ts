import { roleTitle } from "../../words/role-title.ts";

/** "Builder 2, Builder"; once where an agent is called what it is. */
export function nameAndRole(name: string, role: string): string {
  const title = roleTitle(role);
  return name === title ? name : `${name}, ${title}`;
}
