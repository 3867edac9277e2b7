import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { claudeHarness } from "./claude.ts";
import type { Options, Query, Sdk } from "./claude-sdk.ts";
import type { RunSpec, ToolCall, Verdict } from "./harness.ts";

/** The package as far as its options go: it says nothing. */
async function opened(verdict: Verdict, spec: Partial<RunSpec> = {}) {
  let options: Options | undefined;
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const query: Query = {
    initializationResult: async () => ({}),
    interrupt: async () => {},
    close: end,
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        await ended;
        return { done: true, value: undefined };
      },
    }),
  };
  const sdk: Sdk = {
    query: (asked) => {
      options = asked.options;
      return query;
    },
  };
  const asked: ToolCall[] = [];
  const run = await claudeHarness({ env: {}, cwd: "/p" }, async () => sdk).start({
    cwd: "/p",
    env: {},
    on: () => {},
    ...spec,
    permit: async (call) => {
      asked.push(call);
      return verdict;
    },
  });
  const [one] = options?.hooks.PreSkillShellCommand ?? [];
  const input = {
    tool_name: "Bash",
    tool_use_id: "toolu_1:preamble-0",
    command_name: "garden",
    tool_input: { command: "make beds" },
  };
  const said = await one?.hooks[0]?.(input, "toolu_1:preamble-0");
  end();
  return { asked, said, onFailure: one?.onFailure, model: options?.model, own: run.ownModel };
}

const denied = (permissionDecisionReason: string) => ({
  hookSpecificOutput: {
    hookEventName: "PreSkillShellCommand",
    permissionDecision: "deny",
    permissionDecisionReason,
  },
});

test("a command in a skill is asked for like a tool, and doesn't run where nobody could be asked", async () => {
  const { asked, said, onFailure } = await opened({ act: "deny", reason: "No." });
  const input = { command: "make beds" };
  expect(asked).toEqual([{ id: "toolu_1:preamble-0", name: "Bash", input }]);
  expect(said).toEqual(denied("No."));
  expect(onFailure).toBe("block");
});

test("one that is allowed runs as it is written, or the agent reads what to write instead", async () => {
  expect((await opened({ act: "allow" })).said).toEqual({
    hookSpecificOutput: { hookEventName: "PreSkillShellCommand" },
  });
  const { said } = await opened({ act: "allow", input: { command: "make beds NAME=x" } });
  expect(JSON.stringify(said)).toContain("make beds NAME=x");
  expect(said).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
});

test("a model that nobody named yields to what its user set, and one that somebody named doesn't", async () => {
  const folder = mkdtempSync(join(tmpdir(), "squadroom-claude-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { CLAUDE_CONFIG_DIR: folder };
  const start = async (spec: Partial<RunSpec>) => {
    const { model, own } = await opened({ act: "allow" }, { model: "listed", env, ...spec });
    return [model, own];
  };
  const settings = (text: string) => writeFileSync(join(folder, "settings.json"), text);
  expect(await start({ isImplied: true })).toEqual(["listed", undefined]);
  for (const text of ["no JSON", "null", '{"model":7}', '{"model":"default"}']) {
    settings(text);
    expect(await start({ isImplied: true })).toEqual(["listed", undefined]);
  }
  settings('{"model":"opusplan"}');
  expect(await start({ isImplied: true })).toEqual([
    undefined,
    expect.stringContaining("Claude Code is set to opusplan"),
  ]);
  expect(await start({})).toEqual(["listed", undefined]);
  const byVariable = { isImplied: true, env: { ...env, ANTHROPIC_MODEL: "haiku" } };
  expect((await start(byVariable))[1]).toContain("is set to haiku");
});
