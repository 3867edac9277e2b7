import { describe, expect, it } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { anId } from "../testing/builders.fixture.ts";
import { aRoutedTeam } from "../testing/routed-team.fixture.ts";
import { type LabelledMessage, proposeRules, targetOf, withRule } from "./propose.ts";

const TEAM = aRoutedTeam("planner", "builder", "reviewer", "tester");
let number = 0;

const message = (body: string, right: string, isCorrected = false): LabelledMessage => ({
  messageId: anId(++number) as never,
  body,
  right: roleName(right),
  isCorrected,
});

const TOTALS = [
  message("The totals of March look odd", "reviewer", true),
  message("Since Monday the export has wrong totals", "reviewer", true),
];

describe("rules that corrections suggest", () => {
  it("have the words that corrected messages share and others don't, and get them right", () => {
    const others = [message("fix the export", "builder"), message("implement a sum", "builder")];
    const [proposal, ...more] = proposeRules(TEAM, [...TOTALS, ...others], []);
    expect(more).toEqual([]);
    expect(proposal).toMatchObject({ to: "reviewer", phrases: ["totals"] });
    expect(TOTALS.map(({ body }) => targetOf(TEAM, body))).not.toContain("reviewer");
    const next = withRule(TEAM, roleName("reviewer"), proposal?.phrases ?? []);
    for (const { body } of proposal?.messages ?? []) expect(targetOf(next, body)).toBe("reviewer");
    expect(targetOf(next, "fix the export")).toBe("builder");
  });

  it("are none of a word that a message of another role has", () => {
    const other = message("fix the totals in the footer", "builder");
    expect(proposeRules(TEAM, [...TOTALS, other], [])).toEqual([]);
  });

  it("are none of one message, of what the rules get right by now, and of what was dismissed", () => {
    expect(proposeRules(TEAM, TOTALS.slice(0, 1), [])).toEqual([]);
    const taught = withRule(TEAM, roleName("reviewer"), ["totals"]);
    expect(TOTALS.map(({ body }) => targetOf(taught, body))).toEqual(["reviewer", "reviewer"]);
    expect(proposeRules(taught, TOTALS, [])).toEqual([]);
    for (const phrase of ["totals", "total", "Totals"])
      expect(proposeRules(TEAM, TOTALS, [{ phrase, to: roleName("reviewer") }])).toEqual([]);
  });

  it("read no message before two were corrected, and of long ones their beginning", () => {
    const unread = message("", "builder");
    Object.defineProperty(unread, "body", {
      get: () => {
        throw new Error("it was read");
      },
    });
    expect(proposeRules(TEAM, [...TOTALS.slice(0, 1), unread], [])).toEqual([]);
    const long = TOTALS.map((one) => ({ ...one, body: `${"and so on. ".repeat(300)}${one.body}` }));
    expect(proposeRules(TEAM, long, [])).toEqual([]);
  });

  it("are the same for the same messages, in whatever order", () => {
    const all = [...TOTALS, message("fix the export", "builder")];
    const one = proposeRules(TEAM, all, []);
    expect(proposeRules(TEAM, all, [])).toEqual(one);
    expect(proposeRules(TEAM, all.toReversed(), []).map(({ to }) => to)).toEqual(["reviewer"]);
  });
});
