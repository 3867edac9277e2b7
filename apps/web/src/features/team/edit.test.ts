import { teamOf } from "@squadroom/core/team/draft";
import { expect, test } from "vitest";
import { addRole, changeRole, removeRole, renameRole, setInvolve, setPolicy, setRules, startDraft } from "./edit.ts";

const handsTo = (draft: ReturnType<typeof startDraft>) =>
  draft.roles.map((role) => `${role.name}: ${(role.handsTo ?? []).join(" ")}`);

test("a role that is renamed is named anew wherever work goes to it, and as the entry point", () => {
  const draft = renameRole(startDraft("squad"), 0, "lead");
  expect(draft.entryPoint).toBe("lead");
  expect(handsTo(draft)).toEqual(["lead: user builder", "builder: reviewer", "reviewer: lead"]);
});

test("a role that is renamed keeps its duties, and one whose name gave it none has those of its new name", () => {
  const maker = renameRole(startDraft("squad"), 1, "maker");
  expect(maker.roles.map(({ duties }) => duties)).toEqual([undefined, ["work"], undefined]);
  expect(renameRole(maker, 1, "smith").roles[1]?.duties).toEqual(["work"]);
  const helper = addRole(startDraft("squad"));
  expect(renameRole(helper, 3, "qa").roles[3]?.duties).toBeUndefined();
  expect(teamOf(maker).problems).toEqual([]);
});

test("what people are asked about stays through other edits, and is left out when it is empty", () => {
  const draft = setInvolve(startDraft("squad"), "Anything about prices.");
  expect(renameRole(draft, 1, "maker").involve).toBe("Anything about prices.");
  expect(teamOf(draft).team?.involve).toBe("Anything about prices.");
  expect("involve" in setInvolve(draft, " ")).toBe(false);
});

test("without a role its work goes on to where it would have gone", () => {
  const draft = removeRole(startDraft("squad"), 1);
  expect(handsTo(draft)).toEqual(["planner: user reviewer", "reviewer: planner"]);
  expect(teamOf(draft).problems).toEqual([]);
});

test("without the entry point the first of the others is it, and still everything has a way back", () => {
  const draft = removeRole(startDraft("squad"), 0);
  expect(draft.entryPoint).toBe("builder");
  expect(teamOf(draft).team).not.toBeNull();
});

test("whether another role acts as the entry point stays through every other change", () => {
  const draft = setPolicy(startDraft("squad"), "entryFallback", true);
  const changes = [
    renameRole(draft, 0, "lead"),
    addRole(draft),
    removeRole(draft, 1),
    changeRole(draft, 1, { handsTo: ["user"] }),
  ];
  for (const changed of changes) expect(changed.entryFallback).toBe(true);
  expect(setPolicy(draft, "entryFallback", false)).toEqual(startDraft("squad"));
});

test("new roles have names and prefixes of their own", () => {
  const draft = addRole(addRole(startDraft("duo")));
  expect(draft.roles.map((role) => role.name)).toEqual(["planner", "builder", "helper", "helper-2"]);
  expect(teamOf(draft).team).not.toBeNull();
});

test("variants that were written out stay until somebody hands to somebody else", () => {
  const variants = [{ name: "all", needs: [], chain: [], passes: [] }];
  const draft = { ...startDraft("duo"), variants };
  expect(changeRole(draft, 0, { title: "Lead" }).variants).toBe(variants);
  expect(changeRole(draft, 0, { handsTo: ["user"] }).variants).toBeUndefined();
});

test("what a team allows in its tiers stays through every other change", () => {
  const tiers = { standard: { timeoutS: 1800 } };
  const rules = [{ phrases: ["ship"], to: "builder" }];
  const draft = { ...startDraft("squad"), routing: { rules, tiers } };
  const changes = [setRules(draft, []), renameRole(draft, 1, "maker"), removeRole(draft, 1)];
  for (const changed of changes) expect(changed.routing?.tiers).toBe(tiers);
  expect(setRules(draft, []).routing?.rules).toEqual([]);
});
