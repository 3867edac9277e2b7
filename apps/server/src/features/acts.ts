import { routes } from "@squadroom/core/contract/routes";
import type { Command } from "@squadroom/core/kernel/command";
import type { RouteDef } from "@squadroom/core/kernel/route";
import type { Call, RouteTools } from "../platform/http/route.ts";
import { callerOf, run, runnerCaller } from "./agent/index.ts";

/** Mounts the acts that have no handler of their own: the call is what the room is told to do. */
export function mountActs(
  { route, rooms }: Pick<RouteTools, "route" | "rooms">,
  mounted: ReadonlyMap<string, unknown>,
): void {
  for (const [id, def] of Object.entries<RouteDef>(routes)) {
    if (!def.act || mounted.has(id)) continue;
    const by = def.access.who === "runner" ? runnerCaller : callerOf;
    // The command's type is read from this route (`contract/acts.ts`), which TypeScript cannot follow through all of them.
    route(id as never, (call: Call) => {
      const { room: _, ...about } = call.params as Record<string, unknown>;
      const body = call.body as object | null | undefined;
      return run(rooms, call, {
        type: id,
        by: by(call),
        ...about,
        ...body,
      } as unknown as Command) as never;
    });
  }
}
