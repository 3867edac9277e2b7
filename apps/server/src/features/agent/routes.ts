import { mailNow } from "@squadroom/core/agent/mail";
import { refuseGoneRole } from "@squadroom/core/agent/seat";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import type { Room } from "@squadroom/core/kernel/room";
import { initPrompt } from "@squadroom/core/prompt/init";
import { heldTask } from "@squadroom/core/task/order";
import type { Call, FeatureRoutes } from "../../platform/http/route.ts";
import type { CachedRoom } from "../../platform/room/cached-room.ts";
import { agentCaller, agentOf, receiverOf, roomOf, run, spokenTo } from "./caller.ts";
import { createDeliveries } from "./delivery.ts";
import { sharedOf } from "./shared.ts";

export const agentRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, observations, clock, leaseS, publicUrl, sql } = tools;
  const { deliver } = createDeliveries(tools);

  route("joinRoom", async (call) => {
    const principal = agentOf(call);
    const role = call.body.role ?? (principal.roles.length === 1 ? principal.roles[0] : undefined);
    if (role === undefined) {
      throw refuse(
        "bad_request",
        "This credential has several roles; name one.",
        { field: "body.role" },
        principal.roles,
      );
    }
    const roomId = roomOf(call);
    const reply = await run(rooms, call, {
      type: "join",
      by: { ...agentCaller(call), connection: null },
      role,
      class: call.body.class,
      harness: call.body.harness ?? null,
      door: call.body.door,
      ...(call.body.ifAbsent ? { ifAbsent: true } : {}),
    });
    const room = await known(roomId, reply.seq);
    return {
      ...reply,
      name: principal.name,
      roomId,
      roomName: room.view.name,
      prompt: promptOf(room, call),
    };
  });

  route("renewLease", async (call) => {
    const { id } = agentOf(call);
    const roomId = roomOf(call);
    const { seenAt, headSeq } = await observations.renew(roomId, id);
    const room = await known(roomId, headSeq);
    const agent = room.view.agents[id];
    // A renewal by an agent that is gone, silent or superseded is handled like any command.
    const { connection } = agentCaller(call);
    const isPlain = agent?.online === true && agent.connection === (connection ?? 1);
    if (!isPlain) await run(rooms, { ...call, key: null }, { type: "returnOnline", by: agentCaller(call) });
    return {
      seenAt,
      leaseS: leaseS[agent?.class ?? "manual"],
      mail: mailNow(room.view, id).length,
      holds: heldTask(room.view, id)?.id ?? null,
    };
  });

  route("getContext", async (call) => {
    const { id } = agentOf(call);
    const roomId = roomOf(call);
    await run(rooms, { ...call, key: null }, { type: "returnOnline", by: agentCaller(call) });
    const room = await known(roomId, 0);
    const held = heldTask(room.view, id);
    const { text, session } = call.query;
    const isWhole = text === "whole";
    return {
      prompt: promptOf(room, call, isWhole),
      delivery: held ? await deliver(room, receiverOf(call), held.id, [], isWhole) : null,
      shared: session === undefined ? null : (await sharedOf(sql, room, session, held?.sessionId ?? null)).text,
      seq: room.view.seq,
    };
  });

  async function known(roomId: RoomId, minSeq: number): Promise<CachedRoom> {
    const room = await rooms.read(roomId, minSeq);
    if (!room) throw refuse("room_unknown", "There is no such room.", { roomId });
    return room;
  }

  function promptOf(
    room: CachedRoom,
    call: Pick<Call<never>, "principal" | "door" | "request">,
    isWhole = false,
  ): string {
    const { id, roles } = agentOf(call);
    const { request } = call;
    const agent = room.view.agents[id];
    if (!agent) throw refuse("not_joined", "You have not joined this room.", {});
    // The team may have changed since the call was ruled on, or since its answer was stored.
    const gone = refuseGoneRole(room.view as Room, agent, roles);
    if (gone) throw new RefusalError(gone.refusal);
    const serverUrl = publicUrl ?? `${request.protocol}://${request.host}`;
    const view = room.view as Room;
    return initPrompt({
      room: view,
      agent: spokenTo(agent, call.door),
      serverUrl,
      now: clock.now(),
      isWhole,
    });
  }
};
