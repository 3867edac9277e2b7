import { parseArgs } from "node:util";
import { CLIENTS, NAMES } from "./clients/all.ts";
import type { ClientName } from "./clients/client.ts";
import { BY_HOOK, WAYS } from "./doors.ts";
import { ANSWER, alone } from "./journeys/alone.ts";
import { guarded } from "./journeys/guarded.ts";
import { hooked } from "./journeys/hooked.ts";
import { inspected } from "./journeys/inspected.ts";
import type { Journey } from "./journeys/journey.ts";
import { killedWaiting, killedWorking } from "./journeys/killed.ts";
import { madeByThree, twoOnOneFile } from "./journeys/made.ts";
import { newcomer } from "./journeys/newcomer.ts";
import { SIGNS } from "./journeys/signs.ts";
import { skilled, skilledRun } from "./journeys/skilled.ts";
import { specified } from "./journeys/specified.ts";
import { squad } from "./journeys/squad.ts";
import { World } from "./world.ts";

/** Longest for one journey; what hangs is ended. */
const LIMIT_MS = 600_000;

/** Those that end with their turn; a server stays, and takes its part in the journeys by hook. */
const ENDING = NAMES.filter((name) => name !== "opencode-serve");

/** Their shells refuse a backtick wherever it stands, also where no shell would run it. */
const PLAIN = ANSWER.replaceAll("`", "");
const SAYS: Partial<Record<ClientName, string>> = { gemini: PLAIN, qwen: PLAIN };

const JOURNEYS: Journey[] = [
  ...ENDING.map((name) => ({ ...alone(SAYS[name]), clients: [name] })),
  { ...squad, clients: ["claude", "codex", "opencode"] },
  { ...squad, clients: ["copilot", "acp", "claude-sdk"] },
  { ...specified, clients: ["claude", "codex", "opencode"] },
  { ...specified, clients: ["opencode", "codex", "claude"] },
  { ...specified, clients: ["copilot", "acp", "claude-sdk"] },
  { ...killedWaiting, clients: ["claude", "codex"] },
  { ...killedWaiting, clients: ["codex", "copilot"] },
  { ...killedWaiting, clients: ["copilot", "opencode"] },
  { ...killedWaiting, clients: ["opencode", "claude-sdk"] },
  { ...killedWorking, clients: ["claude-sdk", "codex"] },
  { ...killedWorking, clients: ["codex", "claude"] },
  { ...killedWorking, clients: ["copilot", "opencode"] },
  { ...killedWorking, clients: ["acp", "copilot"] },
];

/** Those whose record of a conversation the hook can read. */
const TELL_USAGE: readonly ClientName[] = ["claude", "codex"];
const HOOKED: Journey[] = [
  ...BY_HOOK.clients.flatMap((name) => [
    { ...hooked(TELL_USAGE.includes(name)), clients: [name] },
    { ...guarded, clients: [name] },
    { ...killedWorking, clients: [name, name] },
  ]),
  { ...skilled, clients: ["claude"] },
  { ...skilled, clients: ["claude-sdk"] },
  ...SIGNS,
];

const { values } = parseArgs({
  options: { way: { type: "string" }, client: { type: "string" }, journey: { type: "string" } },
});
const chosen = WAYS.filter(({ name }) => (values.way ?? name) === name).flatMap((way) =>
  (way.name === "hook" ? HOOKED : JOURNEYS)
    .filter(
      ({ name, clients }) =>
        clients.every((one) => way.clients.includes(one)) &&
        (values.client === undefined || clients.some((one) => one === values.client)) &&
        name.includes(values.journey ?? ""),
    )
    .map((journey) => ({
      words: `by ${way.name}: ${journey.clients.join(", ")}: ${journey.name}`,
      run: (world: World) => journey.run(world, way, (at) => CLIENTS[journey.clients[at] as ClientName]),
    })),
);
for (const { name, words, run } of [
  {
    name: "inspector",
    words: "the protocol's inspector lists tools and calls one",
    run: inspected,
  },
  {
    name: "made",
    words: "by a runner: a squad of claude, codex and opencode makes a reviewed commit",
    run: madeByThree,
  },
  {
    name: "conflict",
    words: "by a runner: a planner in copilot, and two builders in codex who change one file, end in one branch",
    run: twoOnOneFile,
  },
  {
    name: "skilled",
    words: "by a runner: a command in a skill of the repository is judged like the agent's own",
    run: skilledRun,
  },
  { name: "newcomer", words: "from the packed file to a first task", run: newcomer },
]) {
  const isAsked = [values.way, values.client, values.journey].every((one) => (one ?? name) === name);
  if (isAsked) chosen.push({ words, run });
}

const world = await World.start();
let failed = 0;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.once(signal, () => void world.stop().then(() => process.exit(1)));
try {
  for (const { words, run } of chosen) {
    const began = Date.now();
    const error = await failureOf(run(world));
    const told = error ? world.tell() : "";
    await world.endClients();
    if (error) failed++;
    console.log(`${error ? "FAILED" : "ok    "} ${((Date.now() - began) / 1000).toFixed(1)} s ${words}`);
    if (error) console.error(`${error.message}\n${told}`);
  }
} finally {
  await world.stop();
}
console.log(`${chosen.length - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 && chosen.length > 0 ? 0 : 1;

async function failureOf(run: Promise<void>): Promise<Error | null> {
  let limit: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    limit = setTimeout(() => resolve(new Error(`it took over ${LIMIT_MS / 1000} s`)), LIMIT_MS);
  });
  const end = run.then(
    () => null,
    (error: unknown) => error as Error,
  );
  const error = await Promise.race([end, late]);
  clearTimeout(limit);
  return error;
}
