import { expect, test } from "vitest";
import type { RouteDef } from "../kernel/route.ts";
import { commands } from "./commands.ts";
import { routes } from "./routes.ts";

test.each(commands.map((one) => [one.at.join(" "), one] as const))(
  "%s takes all that its route can't do without",
  (_, { routeId, ways, usage, options, words }) => {
    const typed = usage.match(/[<[][\w-]+/g)?.map((word) => word.slice(1)) ?? [];
    const open = ways.filter(
      (way) => way !== "room" && !typed.some((word) => way === word || way === `${word}Id`),
    );
    expect(open).toEqual([]);
    const { body, method } = routes[routeId] as RouteDef;
    if (method === "GET") return;
    const taken = [...options, ...Object.values(words)].map(({ path }) => path.split(".")[0]);
    const { error } = body.safeParse({});
    const missing = error?.issues.map(({ path }) => path[0]).filter((name) => name !== undefined);
    expect(taken).toEqual(expect.arrayContaining(missing ?? []));
  },
);
