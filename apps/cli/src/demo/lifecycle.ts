import { heldIn } from "@squadroom/core/flow/dispatch";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { Stage } from "./acting.ts";
import { fill, handleDeath, type Member } from "./member.ts";
import { REQUIREMENT } from "./passkeys.ts";
import { prose } from "./topic.ts";

/** The first words of the coordinator. */
export const LIFECYCLE_WELCOME = prose([
  "This is a demo: ten scripted workers take one requirement through a pipeline. The protocol is the real one, and no",
  "file is written. I start it now. You are asked once the specification is done; open the session to watch.",
]);

/** Starts the one pipeline, releases what waits for the coordinator, and brings back whoever died. */
export async function moveLifecycle(stage: Stage, members: Member[], { sessions }: RoomView): Promise<undefined> {
  await handleDeath(stage, members);
  for (const { role } of members) await fill(members, role);
  const coordinator = members.find(({ role }) => role === "coordinator")?.joined;
  if (!coordinator) return;
  const params = { room: coordinator.joined.roomId };
  if (sessions.number === 0)
    await coordinator.client.call("createSession", {
      params,
      body: { ...REQUIREMENT, pipeline: "full-lifecycle-fe" },
    });
  for (const session of sessions.live) {
    if (!heldIn(session).some(({ askedAt }) => askedAt !== null)) continue;
    await coordinator.client.call("dispatch", { params: { ...params, sessionId: session.id } });
  }
  return;
}
