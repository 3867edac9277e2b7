import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import { expect, test } from "vitest";
import { show } from "../../testing/page.fixture.tsx";
import { RouteWhy } from "./route-why.tsx";

const named = (...roles: string[]) =>
  ({
    by: "mention",
    confidence: 0.5,
    tier: "standard",
    candidates: roles.map((role) => ({ role, score: 0.5, found: [`@${role}`], ruleId: null })),
  }) as unknown as RouteDecision;

const text = async (decision: RouteDecision, timeoutS?: number) => {
  const tiers = timeoutS === undefined ? {} : { standard: { timeoutS } };
  await show(
    <RouteWhy decision={decision} team={{ routing: { rules: [], tiers } }} entry="planner" title={(role) => role} />,
  );
  return document.body.textContent;
};

test("several roles that a message names are all asked, and the entry point joins their results", async () => {
  expect(await text(named("builder", "reviewer"))).toContain(
    "builder, reviewer are asked, each apart; planner joins the results.",
  );
  expect(document.querySelectorAll("[data-chosen]")).toHaveLength(2);
});

test("one role that a message names gets it, with the time that its team gives the tier", async () => {
  const said = await text(named("builder"), 1800);
  expect(said).toContain("builder gets it");
  expect(said).toContain("Standard work: 30 min");
});
