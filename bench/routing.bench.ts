import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { roleName } from "@squadroom/core/kernel/ids";
import { decisionOf } from "@squadroom/core/routing/decision";
import { HELD_BACK } from "@squadroom/core/routing/everyday.fixture";
import { type Expected, FIVE_LANGUAGES } from "@squadroom/core/routing/five-languages.fixture";
import { LABELLED_MESSAGES } from "@squadroom/core/routing/labelled.fixture";
import { rulesFor } from "@squadroom/core/routing/rules";
import { draftOf, teamOf } from "@squadroom/core/team/draft";
import { judgedIn } from "@squadroom/core/testing/routed-rooms.fixture";
import { benchmark } from "./harness/benchmark.ts";
import type { Figure } from "./harness/figure.ts";

const ROLES = ["planner", "builder", "reviewer", "tester", "writer", "security", "operations"];
const ROUNDS = 7;
const PASSES = 200;

/** What is compared of `@bradygaster/squad-sdk` 0.8.18. */
interface SquadRouting {
  compileRoutingRules(config: object): object;
  matchRoute(message: string, router: object): { agents: string[] };
}

/**
 * How many of the labelled messages go to whom they are for, which are confused, and how fast: beside `matchRoute` of a
 * squad's SDK with the same words, where `SQUAD_SDK` names the folder of its package.
 */
await benchmark("routing", async (bench) => {
  const names = ROLES.map((name) => ({ name: roleName(name) }));
  const rules = rulesFor(names);
  const draft = {
    entryPoint: "planner",
    roles: ROLES.map((name) => ({ name, handsTo: [name === "planner" ? "user" : "planner"] })),
  };
  const plain = teamOf(draft).team;
  if (!plain) throw new Error("no team");
  const team = { ...plain, routing: { rules } };
  if (!teamOf(draftOf(team)).team) throw new Error("the rules are no rules");
  const ours = (message: string): string => {
    const decision = decisionOf(team, message);
    const [best] = decision?.candidates ?? [];
    return decision?.by === "undecided" || !best ? "planner" : best.role;
  };
  const accuracy = rightOf(ours, bench.say);
  const figures: Figure[] = [
    { name: "routing-accuracy", unit: "%", ours: [accuracy], reference: [95] },
    {
      name: "routing-five-languages",
      unit: "%",
      ours: [rightInRooms(FIVE_LANGUAGES, bench.say)],
      reference: [96],
    },
    {
      name: "routing-held-back",
      unit: "%",
      ours: [rightInRooms(HELD_BACK, () => undefined)],
      reference: [96],
    },
  ];
  const folder = process.env.SQUAD_SDK;
  if (!folder) {
    bench.say(`${rateOf(ours).toFixed(0)} messages/s. Set SQUAD_SDK to the folder of a squad SDK to compare.`);
    return figures;
  }
  const file = pathToFileURL(join(folder, "dist/config/routing.js")).href;
  const sdk = (await import(file)) as SquadRouting;
  const router = sdk.compileRoutingRules({
    rules: rules.map(({ phrases, otherwise = [], to }) => ({
      workType: to,
      agents: [to],
      examples: [...phrases, ...otherwise],
    })),
  });
  const theirs = (message: string): string => {
    const [agent] = sdk.matchRoute(message, router).agents;
    return agent === undefined || agent === "@coordinator" ? "planner" : agent;
  };
  bench.say("The SDK's:");
  const theirAccuracy = rightOf(theirs, () => undefined);
  bench.say(`${theirAccuracy.toFixed(1)} % right`);
  const rates = { ours: [] as number[], theirs: [] as number[] };
  for (let round = 0; round < ROUNDS; round++) {
    rates.ours.push(rateOf(ours));
    rates.theirs.push(rateOf(theirs));
  }
  return [...figures, { name: "routing-rate", unit: "/s", ours: rates.ours, reference: rates.theirs }];
});

/** Percent; says each pair that is confused. */
function rightOf(route: (message: string) => string, say: (text: string) => void): number {
  const confused = new Map<string, string[]>();
  for (const { to, message } of LABELLED_MESSAGES) {
    const got = route(message);
    if (got === to) continue;
    const pair = `${got} for ${to}`;
    confused.set(pair, [...(confused.get(pair) ?? []), message]);
  }
  const wrong = [...confused.values()].flat().length;
  for (const [pair, messages] of confused) say(`${pair}: ${messages.join(" / ")}`);
  return (100 * (LABELLED_MESSAGES.length - wrong)) / LABELLED_MESSAGES.length;
}

/** Percent of the messages in five languages that have one right answer; says those that go elsewhere, or hurt. */
function rightInRooms(messages: readonly Expected[], say: (text: string) => void): number {
  const judged = messages.map((one) => ({ ...one, ...judgedIn(one) }));
  for (const { verdict, isHarm, outcome, expect, message } of judged)
    if (verdict !== "right" || isHarm) say(`${outcome} for ${expect}: ${message}`);
  const clear = judged.filter(({ isTrap }) => !isTrap);
  return (100 * clear.filter(({ verdict }) => verdict === "right").length) / clear.length;
}

/** Messages a second, one after the other. */
function rateOf(route: (message: string) => string): number {
  const began = performance.now();
  for (let pass = 0; pass < PASSES; pass++) for (const { message } of LABELLED_MESSAGES) route(message);
  return (1000 * PASSES * LABELLED_MESSAGES.length) / (performance.now() - began);
}
