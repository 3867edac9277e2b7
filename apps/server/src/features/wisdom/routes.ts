import { WISDOM_KINDS } from "@squadroom/core/delivery/wisdom-kinds";
import type { SessionId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { heldTask } from "@squadroom/core/task/order";
import * as z from "zod";
import { pagesOf, placeNumber } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { callerOf, readRoom, run } from "../agent/index.ts";
import { wisdomIn } from "./queries.ts";

const pages = pagesOf("listWisdom", z.tuple([placeNumber]));

/** What a team knows. */
export const wisdomRoutes: FeatureRoutes = ({ route, rooms, sql }) => {
  route("listWisdom", async (call) => {
    const view = await readRoom(rooms, call);
    const { cursor, limit, ...wanted } = call.query;
    const agent = call.principal?.kind === "agent" ? call.principal : null;
    const sessionId = agent ? (heldTask(view, agent.id)?.sessionId ?? null) : null;
    const within = agent ? { sessionId } : null;
    const before = pages.after(cursor)?.[0] ?? null;
    const filter = { ...wanted, within, before, limit };
    const found = await wisdomIn(sql, view.roomId, filter);
    const seen = (view.wisdom.live ?? []).filter(
      (entry) => within === null || entry.scope === "room" || entry.sessionId === sessionId,
    );
    const counts = Object.fromEntries(
      WISDOM_KINDS.map((one) => [one, seen.filter((entry) => entry.kind === one).length]),
    ) as Record<(typeof WISDOM_KINDS)[number], number>;
    return { ...pages.page(found, limit, ({ id }) => [id]), counts, seq: view.seq };
  });

  route("addWisdom", async (call) => {
    const { entries, session } = call.body;
    const by = callerOf(call);
    if (session !== undefined && call.principal?.kind === "agent")
      throw refuse("bad_request", "Your entries belong to your task's session. Leave it out.", {
        field: "body.session",
      });
    const sessionId = (session ?? null) as SessionId | null;
    return run(rooms, call, { type: "addWisdom", by, entries, sessionId });
  });
};
