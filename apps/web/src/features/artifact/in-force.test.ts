import { expect, test } from "vitest";
import { inForceOf } from "./in-force.ts";

test("of each path its last final version is in force, whatever order they come in; a later draft changes nothing", () => {
  const row = (path: string, at: number, stage: "final" | "draft" = "final") => ({ path, at, stage });
  const [old, newer, draft, other] = [row("a.md", 1), row("a.md", 2), row("a.md", 3, "draft"), row("b.md", 1)];
  expect([...inForceOf([newer, old, draft, other]).values()]).toEqual([newer, other]);
  expect([...inForceOf([old, newer]).values()]).toEqual([newer]);
  expect([...inForceOf([draft]).values()]).toEqual([]);
});
