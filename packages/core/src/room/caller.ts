import type { AgentId, PersonId, RoleName } from "../kernel/ids.ts";

/** The agent that commands, with the connection it speaks for (`null`: the newest). */
export interface AgentCaller {
  id: AgentId;
  name: string;
  /** The roles its credential is for. */
  roles: RoleName[];
  connection: number | null;
  /** The history that the server goes on with: connections of an older one have lower numbers. */
  epoch?: number;
}

export interface PersonCaller {
  id: PersonId;
  name: string;
}
