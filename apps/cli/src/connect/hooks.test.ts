import { expect, test } from "vitest";
import { claudeHooks, geminiHooks } from "./hooks.ts";

const events = (version: string | null) =>
  claudeHooks("/own/hook.mjs", "/p", version).flatMap((entry) => ("into" in entry ? entry.into[1] : []));

test.each([
  ["2.1.331", false],
  ["2.0.999", false],
  ["1.9.9", false],
  ["2.1.332", true],
  ["2.1.1000", true],
  ["2.2", true],
  ["3.0.0-beta.1", true],
  ["installed", true],
  [null, true],
])("Claude Code %s is asked for commands in skills: %s", (version, isAsked) => {
  expect(events(version).includes("PreSkillShellCommand")).toBe(isAsked);
  expect(events(version)).toContain("PreToolUse");
  // Its start says when it was updated since.
  expect(JSON.stringify(claudeHooks("/h", "/p", version)).includes("--before-skills")).toBe(!isAsked);
});

test("Gemini CLI waits in milliseconds, and blocks the tool whose hook fails", () => {
  const hooks = geminiHooks("/own/hook.mjs").flatMap((entry) => ("into" in entry ? [entry] : []));
  const of = (name: string) => JSON.stringify(hooks.find(({ into }) => into.at(-1) === name)?.items ?? []);
  expect(of("BeforeTool")).toContain('"timeout":3600000');
  expect(of("BeforeTool")).toContain("exit 2");
  expect(of("AfterAgent")).toContain('"timeout":28800000');
  expect(of("AfterAgent")).not.toContain("exit 2");
});
