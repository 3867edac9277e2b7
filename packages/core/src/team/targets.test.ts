import { describe, expect, it } from "vitest";
import { type RoleName, roleName } from "../kernel/ids.ts";
import { subsetsOf } from "../testing/builders.fixture.ts";
import { presetTeam } from "./presets.ts";
import { allowedTargets, handoffTargets } from "./targets.ts";
import { INTENTS, type Intent, type TeamPreset } from "./team.ts";

/**
 * Written by hand from domain.md § 4: who is available (P planner, B builder, R reviewer, S solo), who
 * passes, the variant, where to with which intents, and which absent role is stood in for by whom.
 */
const LAW = `
  solo  | S   | S | solo             | user:deliver,question                                             |
  duo   | PB  | P | planner_builder  | user:deliver,question builder:work,question,findings              |
  duo   | PB  | B | planner_builder  | planner:work,question                                             |
  duo   | P   | P | planner_solo     | user:deliver,question                                             |
  duo   | B   | B | planner_builder  |                                                                   |
  pair  | BR  | B | builder_reviewer | reviewer:work,question user:question                              |
  pair  | BR  | R | builder_reviewer | user:deliver,question builder:findings,question                   |
  pair  | B   | B | builder_solo     | user:deliver!,question!                                           | reviewer>user!
  pair  | R   | R | builder_reviewer | user:deliver,question                                             |
  squad | PBR | P | full_team        | user:deliver,question builder:work,question,findings reviewer:question |
  squad | PBR | B | full_team        | reviewer:work,question planner:question                           |
  squad | PBR | R | full_team        | planner:work,question builder:findings,question                   |
  squad | PB  | P | planner_builder  | user:deliver,question builder:work,question,findings              |
  squad | PB  | B | planner_builder  | planner:work,question                                             | reviewer>planner
  squad | PR  | P | planner_reviewer | user:deliver,question reviewer:work,question,findings             | builder>reviewer
  squad | PR  | R | planner_reviewer | planner:work,question,findings                                    | builder>planner
  squad | P   | P | planner_solo     | user:deliver,question                                             |
  squad | BR  | B | full_team        | reviewer:work,question                                            |
  squad | BR  | R | full_team        | builder:findings,question                                         |
  squad | B   | B | planner_builder  |                                                                   |
  squad | R   | R | planner_reviewer |                                                                   |
`;

const NAMES: Record<string, RoleName> = {
  P: roleName("planner"),
  B: roleName("builder"),
  R: roleName("reviewer"),
  S: roleName("solo"),
};

const rows = LAW.trim()
  .split("\n")
  .map((line) => {
    const [preset, available, from, variant, targets, reroutes] = line.split("|").map((cell) => cell.trim());
    return {
      preset: preset as TeamPreset,
      available: [...(available ?? "")].map((letter) => NAMES[letter] as RoleName),
      from: NAMES[from ?? ""] as RoleName,
      variant,
      targets: (targets ?? "").split(" ").filter(Boolean).map(readTarget),
      reroutes: (reroutes ?? "").split(" ").filter(Boolean).map(readReroute),
      title: `${preset} with ${available}: ${from}`,
    };
  });

function readTarget(cell: string): { to: string; intents: Intent[]; unreviewed: boolean } {
  const [to = "", intents = ""] = cell.split(":");
  return {
    to,
    intents: intents.replaceAll("!", "").split(",") as Intent[],
    unreviewed: intents.includes("!"),
  };
}

function readReroute(cell: string): { wanted: string; got: string; unreviewed: boolean } {
  const [wanted = "", got = ""] = cell.replace("!", "").split(">");
  return { wanted, got, unreviewed: cell.includes("!") };
}

describe("where the ball may go", () => {
  it.each(rows)("follows the law: $title", ({ preset, available, from, variant, targets, reroutes }) => {
    const found = handoffTargets(presetTeam(preset), from, null, available);
    expect(found.variant).toBe(variant);
    expect(found.targets).toEqual(targets);
    expect(found.reroutes).toEqual(reroutes);
  });

  it("has a row for every team, every set of available roles and everyone in it", () => {
    const wanted = (["solo", "duo", "pair", "squad"] as const).flatMap((preset) => {
      const names = presetTeam(preset).roles.map((role) => role.name);
      return subsetsOf(names).flatMap((set) => set.map((from) => `${preset} ${set.join()} ${from}`));
    });
    const written = rows.map(({ preset, available, from }) => {
      const order = presetTeam(preset).roles.map((role) => role.name);
      return `${preset} ${order.filter((name) => available.includes(name)).join()} ${from}`;
    });
    expect(written.toSorted()).toEqual(wanted.toSorted());
  });

  it.each(rows)("answers for one intent what it answers for all: $title", ({ preset, available, from, targets }) => {
    for (const intent of INTENTS) {
      const found = handoffTargets(presetTeam(preset), from, intent, available);
      const fitting = targets.filter((target) => target.intents.includes(intent));
      expect(found.targets).toEqual(fitting.map((target) => ({ ...target, intents: [intent] })));
    }
  });

  it("names the absent roles that one could pass to", () => {
    const squad = presetTeam("squad");
    const of = (from: string, available: string[], intent: Intent | null = null) =>
      handoffTargets(squad, roleName(from), intent, available.map(roleName)).unavailable;
    expect(of("planner", ["planner"])).toEqual(["builder", "reviewer"]);
    expect(of("builder", ["planner", "builder"])).toEqual(["reviewer"]);
    expect(of("planner", ["planner", "builder", "reviewer"])).toEqual([]);
    expect(of("planner", ["planner"], "deliver")).toEqual([]);
  });

  it("has no stand-in for what the chain does not know", () => {
    const squad = presetTeam("squad");
    const of = (intent: Intent) =>
      handoffTargets(squad, roleName("builder"), intent, ["planner", "builder"].map(roleName)).reroutes;
    expect(of("work")).toHaveLength(1);
    expect(of("question")).toHaveLength(1);
    expect(of("findings")).toEqual([]);
    expect(of("deliver")).toEqual([]);
  });
});

describe("what a delivery promised", () => {
  const squad = presetTeam("squad");
  const everyone = ["planner", "builder", "reviewer"].map(roleName);
  const [planner, builder, reviewer] = everyone as [RoleName, RoleName, RoleName];

  it("stays allowed when somebody joins in the middle", () => {
    const lease = { variant: "planner_builder", targets: [planner] };
    expect(allowedTargets(squad, builder, everyone, lease).targets).toEqual([
      { to: reviewer, intents: ["work", "question"], unreviewed: false },
      { to: planner, intents: ["question"], unreviewed: false },
      { to: planner, intents: ["work"], unreviewed: false },
    ]);
  });

  it("ends when its target leaves", () => {
    const lease = { variant: "planner_builder", targets: [planner] };
    const { targets } = allowedTargets(squad, builder, [builder, reviewer], lease);
    expect(targets.map((target) => target.to)).toEqual([reviewer]);
  });

  it("is no more than what was delivered: a question's target takes no work", () => {
    const lease = { variant: "full_team", targets: [reviewer, planner] };
    expect(allowedTargets(squad, builder, everyone, lease).targets).toEqual(
      handoffTargets(squad, builder, null, everyone).targets,
    );
  });

  it("keeps the mark of work that nobody reviews", () => {
    const lease = { variant: "builder_solo", targets: ["user" as const] };
    const { targets } = allowedTargets(presetTeam("pair"), builder, [builder, reviewer], lease);
    expect(targets.filter((target) => target.to === "user")).toEqual([
      { to: "user", intents: ["question"], unreviewed: false },
      { to: "user", intents: ["deliver"], unreviewed: true },
    ]);
  });
});
