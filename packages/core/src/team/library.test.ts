import { describe, expect, it } from "vitest";
import { initPrompt } from "../prompt/init.ts";
import { dutyOf, judgesOf } from "../session/record/roles.ts";
import { agentsById, anAgent, anId, aRoom, T0 } from "../testing/builders.fixture.ts";
import { draftOf, ROLES_MAX, teamOf } from "./draft.ts";
import { ROLE_LIBRARY } from "./library.ts";
import { presetTeam } from "./presets.ts";
import { readRoleSpec } from "./spec.ts";
import { handoffTargets } from "./targets.ts";

/** What a harness, a runner or the command says around a prompt is counted in these bytes. */
const PROMPT_BYTES_MAX = 15_000 - 900;
const team = presetTeam("lifecycle");
const names = team.roles.map(({ name }) => name);

function promptOf(role: string, door: "cli" | "rest" | "mcp"): string {
  const agents = [role, ...names.filter((name) => name !== role)].map((name, i) =>
    anAgent({
      id: anId(200 + i) as never,
      name: `${name} one`,
      role: name as never,
      ...(door === "cli" ? {} : { door }),
    }),
  );
  const [agent] = agents;
  if (!agent) throw new Error("nobody is there");
  const room = aRoom("lifecycle", { agents: agentsById(agents) });
  return initPrompt({ room, agent, serverUrl: "https://squadroom.example.org", now: T0 });
}

describe("the library of roles", () => {
  it("owns the prefixes of the lifecycle, each once", () => {
    const owned = ROLE_LIBRARY.map(({ name, spec: text }) => {
      const { spec } = readRoleSpec(text);
      return [name, spec.prefix, ...spec.additionalPrefixes].join(" ");
    });
    expect(owned.sort()).toEqual([
      "analyst RESEARCH",
      "architect ARCH",
      "coordinator COORD",
      "executor IMPL",
      "fe-developer DEV-FE",
      "fe-qa QA-FE",
      "planner PLAN",
      "reviewer REVIEW QUALITY IMPROVE",
      "tester TEST",
      "writer DRAFT",
    ]);
  });

  it.each(ROLE_LIBRARY)("has a spec without a problem for $name", (role) => {
    const { spec, problems } = readRoleSpec(role.spec);
    expect(problems).toEqual([]);
    expect(spec).toMatchObject({ role: role.name, prefix: role.prefix, unknown: {} });
    expect(role.spec.length).toBeGreaterThan(1_300);
    expect(role.spec.length).toBeLessThan(4_000);
  });

  it.each(ROLE_LIBRARY)("tells $name how to look, verify and stop, in this order", ({ spec }) => {
    const { body } = readRoleSpec(spec).spec;
    const parts = [...body.matchAll(/^## (.+)$/gm)].map(([, part]) => part ?? "");
    expect([parts[0], parts.at(-1)]).toEqual(["Look first", "Stop or ask"]);
    expect(parts).toContain("Verify");
    expect(body).toMatch(/evidence/);
  });

  it.each(ROLE_LIBRARY.slice(1))("says to $name when to report each outcome", ({ spec: text }) => {
    const { body, messageTypes } = readRoleSpec(text).spec;
    expect(messageTypes.map(({ on }) => on)).toEqual(expect.arrayContaining(["success", "error"]));
    for (const { type, on } of messageTypes)
      if (on !== "progress") expect(body).toMatch(new RegExp(`^- ${type}: .+`, "m"));
  });

  it("names no command: each agent has its own door", () => {
    for (const { spec } of ROLE_LIBRARY) expect(spec).not.toMatch(/squadroom|`/);
  });
});

describe("the preset lifecycle", () => {
  it("is a team as one could write it, without a problem", () => {
    expect(team.roles).toHaveLength(10);
    const { team: meant, problems } = teamOf(draftOf(team));
    expect(problems).toEqual([]);
    expect(meant).toEqual({ ...team, preset: "custom" });
  });

  it("has room for more roles, each of which can bring its work back, whoever is there", () => {
    const draft = draftOf(team);
    const more = Array.from({ length: ROLES_MAX - team.roles.length }, (_, i) => ({
      name: `specialist-${i + 1}`,
      prefix: `SPEC${i + 1}`,
      handsTo: ["coordinator"],
      spec: "Look closely.",
    }));
    const { team: grown, problems } = teamOf({ ...draft, roles: [...draft.roles, ...more] });
    expect(problems.filter(({ level }) => level === "error")).toEqual([]);
    expect(grown?.roles).toHaveLength(ROLES_MAX);
    const { message } =
      teamOf({ ...draft, roles: [...draft.roles, ...more, { ...more[0], name: "one-more" }] }).problems[0] ?? {};
    expect(message).toBe("A team can have at most 20 roles; this one has 21.");
  });

  it("lets the coordinator alone deliver, and the others hand to it only", () => {
    const to = (role: (typeof names)[number]) =>
      handoffTargets(team, role, null, names).targets.map((target) => target.to);
    const [coordinator, ...workers] = names;
    expect(coordinator).toBe(team.entryPoint);
    expect(to(team.entryPoint).sort()).toEqual(["user", ...workers].sort());
    for (const worker of workers) expect(to(worker)).toEqual([team.entryPoint]);
  });

  it("has its planner present a session, its executor do the work, its reviewer review and judge it", () => {
    const duties = (["present", "work", "review"] as const).map((duty) => dutyOf(team, duty));
    expect(duties).toEqual(["planner", "executor", "reviewer"]);
    expect(judgesOf(team)).toEqual(["reviewer"]);
  });

  it.each(names)("gives %s a prompt with all of its spec, at each door", (name) => {
    const role = team.roles.find((one) => one.name === name);
    const body = readRoleSpec(role?.spec ?? "").spec.body.trim();
    for (const door of ["cli", "rest", "mcp"] as const) {
      const prompt = promptOf(name, door);
      expect(Buffer.byteLength(prompt), door).toBeLessThan(PROMPT_BYTES_MAX);
      expect(prompt).toContain(body);
      expect(prompt).not.toContain("are left out");
    }
  });

  it.each(["coordinator", "analyst", "reviewer"])("reads as reviewed by %s", async (name) => {
    await expect(promptOf(name, "cli")).toMatchFileSnapshot(`../prompt/snapshots/init-lifecycle-${name}.md`);
  });
});
