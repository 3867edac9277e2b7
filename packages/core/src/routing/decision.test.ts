import { describe, expect, it } from "vitest";
import { draftOf, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { aRoutedTeam } from "../testing/routed-team.fixture.ts";
import { decisionOf } from "./decision.ts";
import { LABELLED_MESSAGES } from "./labelled.fixture.ts";

const SQUAD = aRoutedTeam("planner", "builder", "reviewer", "tester", "writer", "security", "operations");

describe("a routed team", () => {
  it("sends at least 95 % of labelled messages to whom they are for, and calls none with work in it direct", () => {
    const wrong = LABELLED_MESSAGES.filter(({ to, message }) => {
      const decision = decisionOf(SQUAD, message);
      const got = decision?.by === "undecided" ? "planner" : decision?.candidates[0]?.role;
      return got !== to;
    });
    expect(LABELLED_MESSAGES.length).toBeGreaterThanOrEqual(150);
    expect(1 - wrong.length / LABELLED_MESSAGES.length).toBeGreaterThanOrEqual(0.95);
    const rash = LABELLED_MESSAGES.filter(
      ({ tier, message }) => tier !== "direct" && decisionOf(SQUAD, message)?.tier === "direct",
    );
    expect(rash).toEqual([]);
  });

  it("heeds a mention before any rule, and gives several a part each", () => {
    expect(decisionOf(SQUAD, "@tester fix it")).toMatchObject({
      by: "mention",
      tier: "standard",
      confidence: 1,
    });
    expect(decisionOf(SQUAD, "@tester @reviewer look")).toMatchObject({
      by: "mention",
      candidates: [{ role: "reviewer" }, { role: "tester" }],
    });
    expect(decisionOf(SQUAD, "mail a@tester.org to fix it")).toMatchObject({ by: "rule" });
  });

  it.each([
    ["Don't ask @builder, let @tester look at it", ["tester"]],
    ["@builder, not @tester, should look at it", ["builder"]],
    ["please don't ask @builder or @tester, ask @writer", ["writer"]],
    ["Don't bother @builder, @tester and @writer; @reviewer can do it", ["reviewer"]],
    ["everyone but @builder: @tester and @writer", ["tester", "writer"]],
    ["@builder shouldn't do it, @tester should", ["tester"]],
    ["use @tester instead of @builder", ["tester"]],
    ["nicht @builder, sondern @tester", ["tester"]],
    ["Bitte @builder nicht fragen, @tester weiß es", ["tester"]],
    ["ne demande pas à @builder, vois avec @tester", ["tester"]],
    ["pas @builder mais @tester", ["tester"]],
    ["no preguntes a @builder, pregunta a @tester", ["tester"]],
    ["não pergunte ao @builder, mas ao @tester", ["tester"]],
    ["sem @builder, só @tester", ["tester"]],
    ["@builder/@tester look", ["builder", "tester"]],
    ["@builder & @tester, look", ["builder", "tester"]],
    ["@builder+@tester look", ["builder", "tester"]],
    ["install @builder/tester and a@tester.org", []],
    ["Don't forget @tester", ["tester"]],
    ["why don't you ask @tester", ["tester"]],
    ["it does not work, @tester", ["tester"]],
    ["I don't know who, @tester?", ["tester"]],
    ["@tester don't touch the code", ["tester"]],
  ])("hears who is ruled out, and names joined by signs: %s", (message, named) => {
    const decision = decisionOf(SQUAD, message);
    const roles = decision?.candidates.map(({ role }) => role) ?? [];
    expect(named.length === 0 ? decision?.by !== "mention" : roles).toEqual(named.length === 0 ? true : named);
  });

  it("goes by its rules, without a role that it rules out", () => {
    const decision = decisionOf(SQUAD, "no need for @tester here, test and fix the endpoint");
    expect(decision).toMatchObject({ by: "rule", candidates: [{ role: "builder" }] });
    expect(decisionOf(SQUAD, "don't ask @tester, test it")).toMatchObject({ candidates: [] });
  });

  it("gives the message's task to the role, and keeps why in the log", () => {
    const driver = new Driver();
    driver.run({ type: "createRoom", by: LEAD, name: "shop", team: SQUAD, demo: false });
    const id = driver.say("Fix the login bug, ok?");
    expect(driver.task(id)).toMatchObject({ role: "builder", id: "DEV-001" });
    const sent = driver.log.find(({ type }) => type === "message.sent");
    expect(sent?.data).toMatchObject({
      message: { to: { kind: "role", role: "builder" } },
      route: {
        by: "rule",
        candidates: [{ role: "builder", found: ["fix", "bug"], ruleId: "for-builder" }],
      },
    });
    const unsure = driver.say("What about Friday?");
    expect(driver.task(unsure)).toMatchObject({ role: "planner" });
  });

  it("is told from one whose messages all go to the entry point", () => {
    expect(decisionOf(presetTeam("squad"), "@builder fix it")).toBeNull();
    expect(draftOf(SQUAD).routing?.rules[0]).toMatchObject({ id: "for-planner", to: "planner" });
    expect(teamOf(draftOf(SQUAD)).team).toEqual(SQUAD);
  });

  it("has no rule without words, for a role that isn't there, or twice", () => {
    const draft = draftOf(SQUAD);
    const rules = [
      { phrases: [], to: "builder" },
      { phrases: ["!!"], to: "builder" },
      { id: "a", phrases: ["x"], to: "nobody" },
      { id: "a", phrases: ["x"], to: "builder" },
    ];
    const { team, problems } = teamOf({ ...draft, routing: { rules } });
    expect(team).toBeNull();
    const said = problems.map(({ path, message }) => `${path} ${message}`);
    expect(said.filter((line) => line.startsWith("routing"))).toEqual([
      "routing.rules[0].phrases A rule needs at least one word or phrase.",
      "routing.rules[1].phrases “!!” has no letter or digit, so no message can match it.",
      "routing.rules[2].to There is no role nobody.",
      "routing.rules[3].id There is already a rule a.",
      "routing.rules[3].phrases “x” is also in a rule for nobody, so it decides nothing.",
    ]);
  });
});
