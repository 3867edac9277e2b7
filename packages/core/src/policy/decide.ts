import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, RulingOn } from "../kernel/command.ts";
import { foreignSyntax, normalisePath } from "../kernel/glob.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, refused } from "../kernel/ruling.ts";
import { policyOf } from "./policy.ts";

/** A lead sets the rules for tool calls from now on; open permissions stay as they were asked. */
export function decideChangePolicy(
  room: Room,
  { type: _, by, ...settings }: CommandOf<"changePolicy">,
): RulingOn<"changePolicy"> {
  const roles = room.team.roles.map(({ name }) => name);
  const strange = Object.keys(settings.roles).find((role) => !roles.some((own) => own === role));
  if (strange !== undefined)
    return refused("role_unknown", `This team has no role ${strange}.`, { role: strange }, roles);
  const patterns = settings.files.filter((path) => normalisePath(path) === null);
  if (patterns.length > 0) {
    const message = `${patterns[0]} is not a path in the project.`;
    return refused("boundary_invalid", message, { patterns });
  }
  const foreign = settings.files.filter((path) => foreignSyntax(path) !== null);
  if (foreign[0] !== undefined)
    return refused("boundary_invalid", foreignSyntax(foreign[0]) ?? "", { patterns: foreign });
  const isSame = JSON.stringify(settings) === JSON.stringify(policyOf(room).settings);
  const changed: ActedFact = { type: "policy.changed", data: { settings }, actor: actorOf(by) };
  return accept(isSame ? [] : [changed], { settings });
}

/** What an answer allowed is asked again from now on. */
export function decideRevokeGrant(room: Room, { by, grantId }: CommandOf<"revokeGrant">): RulingOn<"revokeGrant"> {
  const isThere = policyOf(room).grants.some(({ id }) => id === grantId);
  const data = { grantIds: [grantId] };
  const revoked: ActedFact = { type: "policy.revoked", data, actor: actorOf(by) };
  return accept(isThere ? [revoked] : [], { grantId, revoked: isThere });
}
