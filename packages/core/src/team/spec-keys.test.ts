import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { initPrompt } from "../prompt/init.ts";
import { inputsOf } from "../prompt/spec-keys.ts";
import { offersFor } from "../run/offers.ts";
import type { Runner } from "../run/run.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { draftOf, teamOf } from "./draft.ts";
import { presetTeam } from "./presets.ts";
import { handoffTargets } from "./targets.ts";
import type { Team, TeamPreset } from "./team.ts";
import { availabilities, canBringBack } from "./way-back.ts";

/** A team whose roles have these lines of front matter. */
function withKeys(preset: TeamPreset, keys: Record<string, string>): Team {
  const draft = draftOf(presetTeam(preset));
  const roles = draft.roles.map((role) =>
    keys[role.name] === undefined ? role : { ...role, spec: `---\n${keys[role.name]}\n---\nWork well.` },
  );
  const { team, problems } = teamOf({ ...draft, roles });
  if (!team) throw new Error(JSON.stringify(problems));
  return team;
}

const workOf = (team: Team, from: string, here = team.roles.map(({ name }) => name)) =>
  handoffTargets(team, roleName(from), "work", here).targets.map(({ to }) => to);

describe("delegates_to", () => {
  const squad = { builder: "delegates_to: [planner]", planner: "delegates_to: [reviewer]" };

  it("says whom work goes on to, and whom tasks are created for", () => {
    expect(workOf(presetTeam("squad"), "builder")).toEqual(["reviewer"]);
    expect(workOf(presetTeam("squad"), "planner")).toContain("builder");
    expect(workOf(withKeys("squad", squad), "planner")).not.toContain("builder");
  });

  it("leaves the team's own way where work would not get back to the user", () => {
    const nowhere = withKeys("squad", { reviewer: "delegates_to: [builder]", planner: "x: y" });
    expect(workOf(nowhere, "builder")).toEqual(workOf(presetTeam("squad"), "builder"));
    expect(workOf(nowhere, "reviewer")).toEqual(workOf(presetTeam("squad"), "reviewer"));
  });

  it("says nothing where it names no role of the team", () => {
    const other = withKeys("squad", { builder: "delegates_to: [universal-executor]" });
    expect(workOf(other, "builder")).toEqual(["reviewer"]);
  });

  it("never keeps a result from the user, whoever may hand to whom and whoever is there", () => {
    const presets = fc.constantFrom<TeamPreset>("duo", "pair", "squad");
    fc.assert(
      fc.property(presets, fc.array(fc.array(fc.nat(2), { maxLength: 2 }), { minLength: 3 }), (preset, to) => {
        const names = presetTeam(preset).roles.map(({ name }) => String(name));
        const keys = names.map((name, i) => [
          name,
          `delegates_to: [${(to[i] ?? []).map((at) => names[at % names.length]).join(", ")}]`,
        ]);
        const team = withKeys(preset, Object.fromEntries(keys));
        for (const available of availabilities(team))
          for (const role of available)
            expect(canBringBack(team, role, available), `${role} of ${available}`).toBe(
              canBringBack(presetTeam(preset), role, available),
            );
      }),
      { numRuns: shareOf(100) },
    );
  });
});

describe("input_artifact_types", () => {
  it("says which results of required tasks come first", () => {
    const team = withKeys("squad", { reviewer: "input_artifact_types: [plan, dev]" });
    const driver = Driver.room(team);
    const task = {
      role: roleName("reviewer"),
      sessionId: null,
      requires: ["TASK-001", "DEV-001", "PLAN-002", "PLAN-001"],
    };
    expect(inputsOf(driver.room, task as never)).toEqual({
      first: ["PLAN-002", "PLAN-001", "DEV-001"],
      others: ["TASK-001"],
    });
  });

  it("stands in the delivery of the task", () => {
    const team = withKeys("squad", { reviewer: "input_artifact_types: [dev]" });
    const driver = Driver.room(team);
    const builder = driver.join("Bob", "builder");
    const reviewer = driver.join("Rae", "reviewer");
    driver.run(
      driver.create(LEAD, [
        { role: "builder", title: "Store", ref: "a" },
        { role: "reviewer", title: "Look", requires: ["ref:a"] },
      ]),
    );
    const { id: taskId, lease } = driver.claim(builder);
    const done = { type: "complete", by: builder, taskId, fence: lease.fence } as const;
    driver.run({ ...done, result: { summary: "Built." }, reply: null, next: false });
    const held = driver.claim(reviewer);
    expect(inputsOf(driver.room, held).first).toEqual(["DEV-001"]);
  });
});

describe("cli_tools", () => {
  const offers = ["claude", "codex", "opencode"].map((harness) => ({ role: "builder", harness }));
  const runner = { offers } as unknown as Runner;
  const orderOf = (team: Team, harness: string | null = null) =>
    offersFor(team, runner, roleName("builder"), harness).map((offer) => offer.harness);

  it("has a runner take the harness that the spec names first", () => {
    expect(orderOf(presetTeam("squad"))).toEqual(["claude", "codex", "opencode"]);
    const team = withKeys("squad", { builder: "cli_tools: [gemini, opencode, Codex]" });
    expect(orderOf(team)).toEqual(["opencode", "codex", "claude"]);
    expect(orderOf(team, "claude")).toEqual(["claude"]);
  });
});

describe("additional_members", () => {
  it("are whom a role may write to where roles are kept apart", () => {
    const team = withKeys("lifecycle", { executor: "additional_members: [tester, nobody]" });
    const driver = Driver.room(team);
    driver.join("Cora", "coordinator");
    const executor = driver.join("Exa", "executor");
    const write = (to: string) => ({
      ...({ type: "sendAgentMessage", by: executor, body: "Ready.", repliesTo: null } as const),
      to: { kind: "role", role: roleName(to) } as const,
    });
    driver.run(write("tester"));
    expect(driver.refused(write("reviewer"))).toMatchObject({
      code: "target_not_allowed",
      allowed: ["coordinator", "tester"],
    });
  });
});

it("tells the role's agents what each key lets them do", () => {
  const keys = [
    "subagents: [explore, doc-gen]",
    "cli_tools: [codex]",
    "input_artifact_types: [plan]",
    "delegates_to: [reviewer]",
    "additional_members: [planner]",
    "message_types: [built, error]",
  ];
  const driver = Driver.room(withKeys("squad", { builder: keys.join("\n") }));
  const builder = driver.join("Bob", "builder");
  const agent = driver.view.agents[builder.id];
  if (!agent) throw new Error("no builder");
  const seen = { room: driver.room, agent, now: driver.now };
  const prompt = initPrompt({ ...seen, serverUrl: "https://squadroom.example.org" });
  for (const line of [
    "Subagents: explore and doc-gen; a report that names another is refused.",
    "Tools, the first that works: codex.",
    "You work from: plan.",
    "You hand work to reviewer.",
    "You work with planner: you may write to them.",
    "Types of your log: built and error.",
  ])
    expect(prompt).toContain(`- ${line}`);
  for (const command of ["progress --subagent NAME", "log TYPE SUMMARY"])
    expect(prompt).toContain(`\`squadroom ${command}\``);
});
