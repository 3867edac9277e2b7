import { expect, test } from "vitest";
import { HARNESSES, setupOf } from "../apps/cli/src/connect/harnesses.ts";
import { SETUPS, HARNESSES as SHOWN } from "../apps/web/src/features/agent/connect-lines.ts";

test("the dashboard shows the files that connect writes, and how to start each client", () => {
  expect([...SHOWN].sort()).toEqual([...HARNESSES].sort());
  for (const harness of HARNESSES) {
    const programs = { script: "squadroom.mjs", hook: "hook.mjs", version: null, exclude: null };
    const given = { home: "~", env: {}, folder: ".", ...programs };
    const { program, isHooked, changes } = setupOf(harness, given);
    const { files, ...shown } = SETUPS[harness];
    expect(shown).toEqual({ program, isHooked });
    expect(files.map(({ file }) => file)).toEqual(changes.map(({ file }) => file));
  }
});
