import { describe, expect, it } from "vitest";
import { checkOffers, offersFrom } from "./offers.ts";

const NONE = { with: undefined, model: undefined };
const AROUND = { env: { PATH: "/nowhere" }, cwd: "/nowhere" };

describe("the roles that a runner offers", () => {
  it("run in what the word says, else what holds for all, else what the project's file says", () => {
    const known = [{ role: "builder", with: "codex", model: "small" }];
    expect(offersFrom(["builder,planner", "reviewer=claude"], known, NONE)).toEqual([
      { role: "builder", harness: "codex", model: "small" },
      { role: "planner", harness: "acp" },
      { role: "reviewer", harness: "claude" },
    ]);
    expect(offersFrom(["builder", "reviewer=claude"], known, { with: "gemini", model: "big" })).toEqual([
      { role: "builder", harness: "gemini", model: "big" },
      { role: "reviewer", harness: "claude", model: "big" },
    ]);
  });

  it("have runs that end after their answer where the project's file says so, whatever they run in", () => {
    const known = [{ role: "reviewer", with: "codex", ephemeral: true }];
    expect(offersFrom(["reviewer=claude"], known, NONE)).toEqual([
      { role: "reviewer", harness: "claude", ephemeral: true },
    ]);
  });

  it.each([
    ["nope", "There is no harness nope. Use one of claude, codex, copilot, opencode, gemini, acp, command."],
    ["acp", "acp needs the agent's program after `--`"],
    ["codex", "codex isn't on the PATH. Install it: npm install --global @openai/codex"],
  ])("are refused where %s can't run here, with what to do", async (harness, words) => {
    await expect(checkOffers([{ role: "builder", harness }], [], AROUND)).rejects.toThrow(words);
  });
});
