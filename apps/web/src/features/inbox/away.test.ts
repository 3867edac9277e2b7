import { expect, it } from "vitest";
import { absenceIn } from "./away.ts";

const MINUTE = 60_000;
const since = (sinceAt: number) => ({ sinceAt }) as never;

it("tells of an absence only to who was away, and for how long it was", () => {
  const now = 100 * MINUTE;
  expect(absenceIn({ now, away: null })).toBeNull();
  expect(absenceIn({ now, away: since(now - 2 * MINUTE) })).toBeNull();
  expect(absenceIn({ now, away: since(now - 42 * MINUTE) })).toMatchObject({
    forMs: 42 * MINUTE,
  });
});
