import { describe, expect, it } from "vitest";
import type * as z from "zod";
import { limits } from "./limits.ts";
import { type RouteId, routes } from "./routes.ts";

/** What the route says of a body whose one field is this, about that field. */
function accepts(id: RouteId, body: object): boolean {
  const [name] = Object.keys(body);
  const { error } = (routes[id].body as z.ZodType).safeParse(body);
  return !error?.issues.some(({ path, code }) => path[0] === name && code.startsWith("too_"));
}

describe("limits", () => {
  it("are those that the route goes by", () => {
    let checked = 0;
    for (const [id, fields] of Object.entries(limits) as [RouteId, typeof limits.addItems][])
      for (const [name, { max, min }] of Object.entries(fields ?? {})) {
        const shape = (routes[id].body as { shape?: object }).shape ?? {};
        if (max === undefined || !(name in shape)) continue;
        const value = (n: number) => ({ [name]: min === undefined ? "x".repeat(n) : n });
        expect([id, name, accepts(id, value(max)), accepts(id, value(max + 1))]).toEqual([id, name, true, false]);
        checked++;
      }
    expect(checked).toBeGreaterThan(60);
  });

  it("tell those inside a list or a part by their own names, and an enum by its words", () => {
    expect(limits.createTasks?.title).toEqual({ max: 200 });
    expect(limits.createSession?.tokens?.min).toBe(1);
    expect(limits.addRoomPerson?.role?.words).toEqual(["owner", "lead", "approver", "viewer"]);
  });

  it("are plain data", () => {
    expect(JSON.parse(JSON.stringify(limits))).toEqual(limits);
  });
});
