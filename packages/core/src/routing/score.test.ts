import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { roleName } from "../kernel/ids.ts";
import type { RoutingRule } from "../team/routing.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { candidatesOf } from "./score.ts";
import { stemOf, wordsOf } from "./words.ts";

const rule = (to: string, ...phrases: string[]): RoutingRule => ({
  id: `for-${to}`,
  phrases,
  to: roleName(to),
});
const RULES: RoutingRule[] = [
  rule("builder", "fix", "build", "merge"),
  rule("reviewer", "review", "before we merge"),
  rule("tester", "test", "test is flaky", "find out why"),
];
const scores = (message: string, rules = RULES) =>
  Object.fromEntries(candidatesOf(message, rules).map(({ role, score }) => [role, score]));
const best = (message: string, rules = RULES) => candidatesOf(message, rules)[0]?.role;

describe("the rules of a routed team", () => {
  it("are scored over the whole message, and phrases outweigh words", () => {
    const message = "The late answer test is flaky on CI, can someone find out why before we merge?";
    const [first, second] = candidatesOf(message, RULES);
    expect(first).toMatchObject({ role: "tester", found: ["find out why", "test is flaky"] });
    expect(first?.score).toBeGreaterThan(0.8);
    // "before we merge" covers "merge": the builder gets nothing for it.
    expect(second).toMatchObject({ role: "reviewer", found: ["before we merge"] });
    expect(scores(message).builder).toBeUndefined();
  });

  it("weigh what is asked for more than what it is about", () => {
    expect(best("review the fix")).toBe("reviewer");
    expect(best("fix the review")).toBe("builder");
    expect(best("The review is done. Could you please fix it?")).toBe("builder");
  });

  it.each([
    ["don't review it, fix it", "builder"],
    ["Do not build anything, just review it.", "reviewer"],
    ["fix it, no review needed", "builder"],
    ["fix it instead of a review", "builder"],
    ["nicht build, review bitte", "reviewer"],
    ["it does not build", "builder"],
    ["Please do not under any circumstances build the new importer, review it", "reviewer"],
    ["Bitte den Build nicht ändern, review bitte", "reviewer"],
    ["Fass den Build nicht an. Review it.", "reviewer"],
    ["keinen Build heute, nur ein Review", "reviewer"],
    ["Ne touche pas au build, review stp", "reviewer"],
    ["merci de ne pas modifier le build ; une review suffit", "reviewer"],
    ["il ne faut pas changer le build, review", "reviewer"],
    ["pas besoin de review, fix it", "builder"],
    ["No toques el build, haz una review", "reviewer"],
    ["sin review, fix it", "builder"],
    ["não mexa no build, faz uma review", "reviewer"],
    ["sem review, fix it", "builder"],
    // These tell of a fault, or ask for it.
    ["Don't forget to build it", "builder"],
    ["no idea why the build hangs", "builder"],
    ["der Build funktioniert nicht", "builder"],
    ["der Build lässt sich nicht starten", "builder"],
    ["le build ne marche pas", "builder"],
    ["le bouton n'ouvre pas le build", "builder"],
    ["el build no funciona", "builder"],
    ["o build não funciona", "builder"],
  ])("don't hear what is ruled out: %s", (message, role) => {
    expect(best(message)).toBe(role);
    expect(Object.keys(scores(message))).toEqual([role]);
  });

  it.each([
    ["index the orders table", 0.99],
    ["Please index orders", 0.99],
    ["Index page is slow", 0.89],
    ["Index page of the shop", 0.89],
    ["database of customers: review", 0.04],
    ["Index suite takes 40 minutes, review it", 0.04],
  ])("weigh the word that begins a request more where it reads as a verb: %s", (message, score) => {
    const rules = [rule("dba", "index", "database"), rule("reviewer", "review")];
    expect(scores(message, rules).dba).toBe(score);
  });

  it("hear no part of a word, no code, no link and no address", () => {
    for (const message of [
      "the prefix of this fixture",
      "run `git merge` here",
      "```\nfix\n```",
      "see https://example.org/fix/review",
      "write to review@example.org",
      "> fix\n",
    ])
      expect(scores(message)).toEqual({});
  });

  it("hear a word in its forms, in any language that a team writes", () => {
    for (const message of ["fixes it", "Fixing it", "FIXED?"]) expect(best(message)).toBe("builder");
    const more = [rule("tester", "prüfe", "测试"), rule("writer", "rédige")];
    expect(best("Bitte prüfe das", more)).toBe("tester");
    expect(best("请测试一下", more)).toBe("tester");
    expect(best("Rédige un guide", more)).toBe("writer");
  });

  it("hear every word that begins as one with a star does, but no path and no task's id", () => {
    const more = [rule("builder", "correg*", "plan"), rule("writer", "docs")];
    expect(best("hay que corregirlo", more)).toBe("builder");
    expect(scores("el corre", more)).toEqual({});
    expect(scores("see docs/plan.md and PLAN-002", more)).toEqual({});
  });

  it("hear no doubt, no cancelled matter and no noun beside a request", () => {
    expect(scores("not sure if it's a fix")).toEqual({});
    expect(scores("review of Friday: cancelled, no longer needed")).toEqual({});
    expect(scores("review comments are open, please address them").reviewer).toBe(0.5);
  });

  it("say nothing where their exception is in the message", () => {
    const rules = [{ ...rule("tester", "test"), unless: ["write a test"] }, rule("builder", "write")];
    expect(best("run the test", rules)).toBe("tester");
    expect(scores("write a test for it", rules).tester).toBeUndefined();
  });

  it("fall back on words that may be about anything only where nothing else is found", () => {
    const rules = [{ ...rule("builder", "fix"), otherwise: ["add"] }, rule("writer", "documentation")];
    expect(best("add a button", rules)).toBe("builder");
    expect(scores("add it to the documentation", rules)).toEqual({ writer: 0.89 });
  });

  it("are sure of nothing where two roles fit alike", () => {
    const [first, second] = candidatesOf("fix and review", RULES);
    expect(first?.score).toBeLessThan(0.6);
    expect(first?.score).toBe(second?.score);
  });

  it("give scores between 0 and 1 that add up to less than 1, best first, for any message and rules", () => {
    const phrase = fc.oneof(fc.constantFrom("fix", "review it", "测试", "a b c"), fc.string());
    const rules = fc.array(
      fc.record({
        id: fc.string(),
        phrases: fc.array(phrase, { maxLength: 5 }),
        unless: fc.array(phrase, { maxLength: 1 }),
        otherwise: fc.array(phrase, { maxLength: 2 }),
        to: fc.constantFrom(...["a", "b", "c"].map(roleName)),
      }),
      { maxLength: 6 },
    );
    const message = fc.oneof(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc
        .array(fc.oneof(phrase, fc.constantFrom("don't", "not", ".", ",", "please")), {
          maxLength: 20,
        })
        .map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(rules, message, (given, text) => {
        const found = candidatesOf(text, given);
        const all = found.map(({ score }) => score);
        expect(all).toEqual([...all].sort((a, b) => b - a));
        expect(all.every((score) => score >= 0 && score < 1)).toBe(true);
        expect(all.reduce((sum, score) => sum + score, 0)).toBeLessThanOrEqual(1.02);
        expect(new Set(found.map(({ role }) => role)).size).toBe(found.length);
        // The order of rules doesn't matter.
        const turned = candidatesOf(text, given.toReversed());
        expect(turned.map(({ role, score }) => `${role} ${score}`).sort()).toEqual(
          found.map(({ role, score }) => `${role} ${score}`).sort(),
        );
      }),
      { numRuns: shareOf(300) },
    );
  });
});

describe("words", () => {
  it("have one form each", () => {
    const forms = {
      fix: "fixes fixed fixing",
      review: "reviews reviewing",
      merg: "merge merges merging merged",
      plan: "plans planning planned",
      test: "tests testing tested",
      copy: "copies",
    };
    for (const [stem, words] of Object.entries(forms))
      for (const word of words.split(" ")) expect(stemOf(word)).toBe(stem);
    for (const word of ["this", "bus", "status", "class", "bring", "red"])
      expect(stemOf(word).length).toBeGreaterThan(2);
  });

  it("are read in a time that grows with the message alone", () => {
    const long = "a`".repeat(50_000) + "@".repeat(50_000) + "a.".repeat(20_000);
    expect(wordsOf(long).stems.length).toBeGreaterThan(0);
  });
});
