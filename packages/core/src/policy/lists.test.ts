import { expect, it } from "vitest";
import { readCall } from "./call.ts";
import { listed } from "./lists.ts";

const ALL = { allow: [], deny: [] };
const use = (tool: string, input: unknown, lists: Parameters<typeof listed>[1]) =>
  listed(readCall("claude", tool, input), lists, "builder" as never);

it("a call starts the subagents that its role's spec declares, however a harness spells them", () => {
  const writer = { ...ALL, subagents: ["explore", "doc-generation"] };
  for (const [tool, input] of [
    ["Task", { subagent_type: "Explore", prompt: "x" }],
    ["Agent", { subagent_type: "doc_generation", prompt: "x" }],
    ["spawn_agent", { agent_type: "explore" }],
    ["Skill", { skill: "pdf" }],
  ] as const)
    for (const lists of [writer, ALL]) expect(use(tool, input, lists), tool).toEqual([]);
  for (const [tool, input, why] of [
    ["Task", { subagent_type: "hacker" }, "hacker is no subagent of builder"],
    ["task", '{"agent_type": "hacker"}', "hacker is no subagent of builder"],
    ["Agent", { prompt: "x" }, "It names no subagent"],
  ] as const)
    expect(use(tool, input, writer), tool).toEqual([
      {
        rule: "tools",
        allowed: ["explore", "doc-generation"],
        what: `${why}: its spec has explore and doc-generation.`,
      },
    ]);
});

it("a search in braces names each of its files", () => {
  const { touches } = readCall("claude", "Grep", { pattern: "x", glob: "{.env,a}" });
  expect(touches.map(({ path }) => path)).toEqual(expect.arrayContaining([".env", "a"]));
});
