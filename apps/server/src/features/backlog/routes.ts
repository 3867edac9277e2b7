import { movesFor } from "@squadroom/core/backlog/acting";
import { findItem } from "@squadroom/core/backlog/backlog";
import { isMatch, placeIn } from "@squadroom/core/backlog/filter";
import { type BacklogItem, hasEnded } from "@squadroom/core/backlog/item";
import { pauseText } from "@squadroom/core/backlog/pause-text";
import type { Command } from "@squadroom/core/kernel/command";
import { refuse } from "@squadroom/core/kernel/refusal";
import { isThere } from "@squadroom/core/kernel/room";
import * as z from "zod";
import { pagesOf, placeNumber, placeText } from "../../platform/http/page.ts";
import type { Call, FeatureRoutes, RouteTools } from "../../platform/http/route.ts";
import { agentCaller, personCaller, roomOf, run } from "../agent/index.ts";
import { fileRoutes } from "./files.ts";
import { createBacklogQueries, rowOf } from "./queries.ts";

const pagesBy = (sort: string) => pagesOf(`listBacklog ${sort}`, z.array(z.union([placeNumber, placeText])).max(4));
const itemPages = { order: pagesBy("order"), score: pagesBy("score"), newest: pagesBy("newest") };

type AnyCall = Pick<Call<never>, "principal" | "roomId" | "key" | "connection" | "epoch">;
type OfItem = Extract<Command, { itemId: number; by: unknown }>;
/** A command without its sender and its subject. */
type Act<C = OfItem> = C extends OfItem ? Omit<C, "by" | "itemId"> : never;

export const backlogRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, db } = tools;
  const queries = createBacklogQueries(db);
  fileRoutes(tools);

  route("listBacklog", async (call) => {
    const { state, sort, cursor, limit, ...filter } = call.query;
    const room = await roomAt(tools, call);
    const { backlog } = room.view;
    const needsTable = state === "closed" || state === "dropped" || state === "all";
    const known = needsTable ? await queries.all(room.view.roomId) : backlog.items;
    const items = known.filter(
      (item) =>
        (state === "all" || (state === "live" ? !hasEnded(item) : item.state === state)) && isMatch(item, filter),
    );
    const page = itemPages[sort].cut(items, { cursor, limit }, (item) => placeIn(item, sort));
    const { paused, workflowMode } = backlog;
    return {
      data: page.data.map(rowOf),
      next: page.next,
      total: items.length,
      workflowMode,
      paused: paused && { at: paused.at, kind: paused.why.kind, why: pauseText(paused.why) },
      seq: room.view.seq,
    };
  });

  route("getItem", async (call) => {
    const item = await itemAt(call, call.params.item);
    if (!item)
      throw refuse("item_unknown", `The backlog has no item ${call.params.item}.`, {
        itemId: call.params.item,
      });
    const { view } = await roomAt(tools, call);
    return {
      item: rowOf(item),
      allowed: isThere(view) ? movesFor(view, item, callerOf(call)) : [],
    };
  });

  route("editItem", (call) => act(call, { type: "editItem", changes: call.body }));
  route("moveItem", (call) => {
    const { to, priority = null } = call.body;
    return act(call, { type: "moveItem", to, priority });
  });
  route("pickItem", async (call) => {
    const picked = { type: "pickItem" as const, by: callerOf(call), itemId: call.params.item };
    const reply = await run(rooms, call, picked);
    return { ...reply, state: await stateOf(call, reply) };
  });
  route("deferItem", (call) => act(call, { type: "deferItem", reason: call.body.reason }));
  route("finishItem", (call) => act(call, { type: "finishItem", summary: call.body.summary }));
  route("putBackItem", (call) => act(call, { type: "putBackItem", reason: call.body.reason }));
  route("closeItem", (call) => act(call, { type: "closeItem", reason: call.body.reason }));
  route("dropItem", (call) => act(call, { type: "dropItem", reason: call.body.reason }));
  route("reopenItem", async (call) => {
    const stored = await queries.get(roomOf(call), call.params.item);
    return act(call, { type: "reopenItem", reason: call.body.reason, stored: endedOnly(stored) });
  });

  async function act(call: AnyCall & { params: { item: number } }, command: Act) {
    const of = { by: callerOf(call), itemId: call.params.item };
    const { itemId, seq } = await run(rooms, call, { ...command, ...of } as OfItem);
    return { itemId, seq, state: await stateOf(call, { itemId, seq }) };
  }

  async function stateOf(call: AnyCall, { itemId, seq }: { itemId: number; seq: number }) {
    return (await itemAt(call, itemId, seq))?.state ?? "closed";
  }

  async function itemAt(call: AnyCall, id: number, seq?: number): Promise<BacklogItem | null> {
    const room = await roomAt(tools, call, seq);
    return findItem(room.view.backlog, id) ?? queries.get(room.view.roomId, id);
  }
};

function endedOnly(item: BacklogItem | null): BacklogItem | null {
  return item && hasEnded(item) ? item : null;
}

function callerOf(call: AnyCall) {
  return call.principal?.kind === "agent" ? agentCaller(call) : personCaller(call);
}

async function roomAt({ rooms }: Pick<RouteTools, "rooms">, call: AnyCall, seq?: number) {
  const room = await rooms.read(roomOf(call), seq);
  if (!room) throw refuse("room_unknown", "There is no such room.", {});
  return room;
}
