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
  /** Permissions that an agent may have open at once. */
  askMax: number;
  /** Seconds after which a permission that nobody answered is denied. */
  askS: number;
  /** Patterns of files that nobody writes. */
  files: string[];
  /** By role; who is not named goes by the preset alone. */
  roles: Record<RoleName, RolePolicy>;
}

/** What a person allowed beyond one call: asked no more for one task, or in one role. */
export interface Grant {
  id: Word;
  rule: Word;
  /** What was asked, word by word; of a role, a program and its act: `git push *`. */
  words: string;
  scope: { kind: "task"; taskId: TaskId } | { kind: "role"; role: RoleName };
  by: Word;
  at: number;
}

/** A call that a person answered, or nobody in time: it is answered the same when it is asked again. */
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
    /** What leads and answers said of tool calls. */
    policy: Policy;
  }
}

export const ASK_MAX_DEFAULT = 3;
export const ASK_S_DEFAULT = 600;
/** Grants and settled calls that the room remembers. */
export const GRANTS_MAX = 200;
export const SETTLED_KEPT = 50;
/** Longest words of a grant: what is longer is allowed once. */
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

/** A room with the policy that was set, where one was. */
type Governed = { policy: Policy; team: Team };

export function policyOf({ policy }: Pick<Governed, "policy">): Policy {
  return policy ?? DEFAULT_POLICY;
}

/** What holds for calls of a role. */
export function rulesFor(room: Governed, role: RoleName): Rules {
  const { preset, askMax, files, roles } = policyOf(room).settings;
  const { mode, allow, deny } = (Object.hasOwn(roles, role) ? roles[role] : null) ?? DEFAULT_ROLE;
  const own = findRole(room.team, role);
  const subagents = own ? specOf(own).subagents : [];
  return { preset, askMax, files, mode, lists: { allow, deny, subagents } };
}
