import { expect, test } from "vitest";
import { isAbout } from "./is-about.ts";

test("a finding is about a file whose path it ends or names", () => {
  expect(isAbout("src/guard.ts", "guard.ts")).toBe(true);
  expect(isAbout("src/guard.ts", "./src/guard.ts")).toBe(true);
  expect(isAbout("src/guard.ts", "apps/x/src/guard.ts")).toBe(true);
  expect(isAbout("src/guard.ts", "uard.ts")).toBe(false);
});
