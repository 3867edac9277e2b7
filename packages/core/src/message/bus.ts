import type { Agent } from "../agent/agent.ts";
import type { Room } from "../kernel/room.ts";
import { type RoomRuling, refused } from "../kernel/ruling.ts";
import { listed } from "../kernel/words.ts";
import { availableRoles } from "../team/availability.ts";
import { specOf } from "../team/role-spec.ts";
import { findRole } from "../team/team.ts";
import { actingEntryPoint } from "../team/variants.ts";
import type { LogLine, Message } from "./message.ts";

type Head = Pick<Message, "to" | "body" | "kind" | "subject" | "priority" | "about">;

/**
 * A line of the log as a message: to the entry point, with the role and the line's type as subject.
 * A role whose spec names its types has only those.
 *
 * @source domain.md § 10, message bus
 */
export function logLine(
  room: Room,
  { role }: Pick<Agent, "role">,
  { type, ref }: LogLine,
  summary: string,
): { ok: true; head: Head } | Extract<RoomRuling, { ok: false }> {
  const filled = findRole(room.team, role);
  const known = filled ? specOf(filled).messageTypes : [];
  const found = known.find((one) => one.type === type) ?? known.find(({ on }) => on === type);
  if (known.length > 0 && !found) {
    const allowed = known.map((one) => one.type);
    const message = `The spec of ${role} has no message type ${type}. It has ${listed(allowed)}.`;
    return refused("bad_request", message, { field: "body.log.type" }, allowed);
  }
  const tag = `[${role}]`;
  return {
    ok: true,
    head: {
      to: { kind: "role", role: actingEntryPoint(room.team, availableRoles(room)) },
      body: summary.startsWith(tag) ? summary : `${tag} ${summary}`,
      kind: "notification",
      subject: found?.type ?? type,
      priority: "low",
      ...(ref === undefined ? {} : { about: { file: ref } }),
    },
  };
}
