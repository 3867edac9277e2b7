import type { AgentId, RoleName, TaskId, Word } from "../kernel/ids.ts";
import { specOf } from "../team/role-spec.ts";
import { findRole, type Team } from "../team/team.ts";
import type { Rules } from "./judge.ts";
import type { Mode, Preset } from "./rule.ts";

/** What leads decided for one role. */
export interface RolePolicy {
  mode: Mode;
  /** A kind (`write`), a tool (`mcp__linear__*`) or a command (`$ npm publish`). Empty: all that is not denied. */
  allow: Word[];
  deny: Word[];
}

/** What leads set. */
export interface PolicySettings {
  preset: Preset;
  /** Most permissions that an agent may have open at once. */
  askMax: number;
  /** Seconds after which an unanswered permission is denied. */
  askS: number;
  /** Patterns of files that nobody may write. */
  files: string[];
  /** By role; a role that is not named has the preset alone. */
  roles: Record<RoleName, RolePolicy>;
}

/** What a person allowed beyond one call: no longer asked for one task, or in one role. */
export interface Grant {
  id: Word;
  rule: Word;
  /** What was asked, word by word; for a role, a program and its act: `git push *`. */
  words: string;
  scope: { kind: "task"; taskId: TaskId } | { kind: "role"; role: RoleName };
  by: Word;
  at: number;
}

/** A call that a person answered, or nobody in time: asked again, it gets the same answer. */
export interface SettledCall {
  agentId: AgentId;
  callId: string;
  digest: string;
  isPermitted: boolean;
  reason: string;
}

export interface Policy {
  settings: PolicySettings;
  /** The newest last. */
  grants: Grant[];
  /** The newest first. */
  settled: SettledCall[];
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** What leads and answers said about tool calls. */
    policy: Policy;
  }
}

export const ASK_MAX_DEFAULT = 3;
export const ASK_S_DEFAULT = 600;
/** Most grants and settled calls that the room remembers. */
export const GRANTS_MAX = 200;
export const SETTLED_KEPT = 50;
/** Longest words of a grant: anything longer is allowed only once. */
export const WORDS_MAX = 500;

export const DEFAULT_SETTINGS: PolicySettings = {
  preset: "safe",
  askMax: ASK_MAX_DEFAULT,
  askS: ASK_S_DEFAULT,
  files: [],
  roles: {},
};
export const DEFAULT_POLICY: Policy = { settings: DEFAULT_SETTINGS, grants: [], settled: [] };
export const DEFAULT_ROLE: RolePolicy = { mode: "room", allow: [], deny: [] };

/** A room with its policy, if one was set. */
type Governed = { policy: Policy; team: Team };

export function policyOf({ policy }: Pick<Governed, "policy">): Policy {
  return policy ?? DEFAULT_POLICY;
}

/** The rules that hold for a role's calls. */
export function rulesFor(room: Governed, role: RoleName): Rules {
  const { preset, askMax, files, roles } = policyOf(room).settings;
  const { mode, allow, deny } = (Object.hasOwn(roles, role) ? roles[role] : null) ?? DEFAULT_ROLE;
  const own = findRole(room.team, role);
  const subagents = own ? specOf(own).subagents : [];
  return { preset, askMax, files, mode, lists: { allow, deny, subagents } };
}
