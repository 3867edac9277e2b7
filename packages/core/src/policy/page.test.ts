import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readCall } from "./call.ts";
import { readCorpus } from "./corpus.fixture.ts";
import { judge } from "./judge.ts";
import { effectOf, numberOfRule, PRESETS, RULE_IDS, titleAs, titleOfRule } from "./rule.ts";
import { HERE, RULES } from "./situation.fixture.ts";

const PAGE = join(import.meta.dirname, "../../../../docs/policy.md");

function rulesTable(): string {
  const rows = RULE_IDS.map((id) => {
    const effects = PRESETS.map((preset) => effectOf(id, preset));
    return `| ${[numberOfRule(id), `\`${id}\``, titleOfRule(id), ...effects].join(" | ")} |`;
  });
  return ["| | Rule | What it says | safe | strict | open |", "|---|---|---|---|---|---|", ...rows].join("\n");
}

function confusionTable(): string {
  const acts = ["deny", "ask", "modify", "allow"] as const;
  const corpus = ["shell.txt", "ecosystems.txt"].flatMap(readCorpus).map(({ line, expected }) => {
    return { expected, act: judge(readCall("claude", "Bash", { command: line }), RULES, HERE).act };
  });
  const names = { deny: "To deny", ask: "To ask", modify: "To change", allow: "Harmless" };
  const rows = acts.map((expected) => {
    const own = corpus.filter((one) => one.expected === expected);
    const counts = acts.map((act) => own.filter((one) => one.act === act).length);
    return `| ${[names[expected], own.length, ...counts].join(" | ")} |`;
  });
  return ["| Commands | How many | Denied | Asked | Changed | Allowed |", "|---|---|---|---|---|---|", ...rows].join(
    "\n",
  );
}

function between(name: string): string {
  const page = readFileSync(PAGE, "utf8");
  return page.split(`<!-- ${name} -->\n`)[1]?.split(`\n<!-- /${name} -->`)[0] ?? "";
}

it("docs/policy.md has the rules as they are", () => {
  expect(between("rules")).toBe(rulesTable());
});

it("docs/policy.md has the confusion table as it is, and no dangerous command is allowed", () => {
  expect(between("confusion")).toBe(confusionTable());
});

it("no title contradicts what its rule does in a preset", () => {
  const contradicted = PRESETS.flatMap((preset) =>
    RULE_IDS.filter((id) => {
      const effect = effectOf(id, preset);
      return /asks a person|a person allows/.test(titleAs(effect, id)) !== (effect === "ask");
    }),
  );
  expect(contradicted).toEqual([]);
  expect(titleAs("allow", "push")).toBe("A push is allowed.");
  expect(titleAs("allow", "everything")).toBe("Anything else is allowed.");
});
