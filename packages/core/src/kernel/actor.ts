import type { AgentId, PersonId, RoleName } from "./ids.ts";

/** Who did it. `server` is the room itself: ticks and reroutes. */
export type Actor =
  | { kind: "person"; id: PersonId; name: string }
  | { kind: "agent"; id: AgentId; name: string; role: RoleName }
  | { kind: "server" };

/** Who commands; the room itself commands nothing. */
export type Author = Exclude<Actor, { kind: "server" }>;

/** The room itself, as an actor and as the author of tasks. */
export const SERVER = { kind: "server" } as const;
export const BY_SERVER = { ...SERVER, id: "", name: "Squadroom" } as const;

/** Who did it, for people to read. */
export function nameOf({ actor }: { actor: Actor }): string {
  return actor.kind === "server" ? BY_SERVER.name : actor.name;
}

/** The agent that sends the command, with the connection it speaks for (`null`: the newest). */
export interface AgentCaller {
  id: AgentId;
  name: string;
  /** The roles its credential is for. */
  roles: RoleName[];
  connection: number | null;
  /** The history with which the server continues: connections of an older one have lower numbers. */
  epoch?: number;
}

export interface PersonCaller {
  id: PersonId;
  name: string;
}

/** The runner that calls, with the connection it speaks for. Like an agent, a runner is its credential. */
export interface RunnerCaller {
  id: AgentId;
  name: string;
  connection: number | null;
  epoch?: number;
}

/** The caller as the log's actor. */
export function actorOf(by: AgentCaller | PersonCaller, role?: RoleName): Author {
  if (isAgent(by)) {
    return { kind: "agent", id: by.id, name: by.name, role: role ?? (by.roles[0] as RoleName) };
  }
  return { kind: "person", id: by.id, name: by.name };
}

export function isAgent(by: AgentCaller | PersonCaller): by is AgentCaller {
  return "connection" in by;
}
