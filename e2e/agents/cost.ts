// What a handed-off task and an idle wait cost each client, by each way: model turns, tool calls, bytes. The last line is
// JSON.
import { parseArgs } from "node:util";
import { CLIENTS } from "./clients/all.ts";
import type { ClientName } from "./clients/client.ts";
import { WAYS, type Way } from "./doors.ts";
import { eventually } from "./log.ts";
import { type Agent, type Room, World } from "./world.ts";

/** Longer than the command waits by itself, and than most clients let a command or a silent tool run. */
const IDLE_S = 150;
const TASKS = 2;
const WORDS = "It is done: the form keeps its fields, and a test shows it.";

interface Cost {
  client: ClientName;
  way: Way["name"];
  /** Until it waits for its first task. */
  startTurns: number;
  /** Of each task: from the message until it waits for the next one. */
  turns: number;
  calls: number;
  /** What tools answered, and what the model was sent with all its turns. */
  answeredBytes: number;
  sentBytes: number;
  idleS: number;
  idleTurns: number;
}

const { values } = parseArgs({ options: { way: { type: "string" } } });
const world = await World.start();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.once(signal, () => void world.stop().then(() => process.exit(1)));
const costs: Cost[] = [];
try {
  for (const way of WAYS.filter(({ name }) => (values.way ?? name) === name)) {
    costs.push(...(await Promise.all(way.clients.map((client) => costOf(client, way)))));
    await world.endClients();
  }
} finally {
  await world.stop();
}
console.log(JSON.stringify({ costs }));

async function costOf(client: ClientName, way: Way): Promise<Cost> {
  const room = await world.room("solo");
  const seat = await room.seat(way, "solo");
  const end = { act: "end", words: WORDS } as const;
  // One task more than is given, so that it waits after the last one too.
  const work = Array.from({ length: TASKS + 1 }, () => [end]);
  const agent = await room.start(CLIENTS[client], seat, work);
  await untilWaiting(room, agent);
  const atWait = agent.account.exchanges.length;
  await new Promise((resolve) => setTimeout(resolve, IDLE_S * 1000));
  const idleTurns = agent.account.exchanges.length - atWait;
  await untilWaiting(room, agent);
  const before = agent.account.exchanges.length;
  for (let n = 1; n <= TASKS; n++) {
    await room.say("Let the form keep what was typed when a session ends.");
    await room.log.until(`handoff.delivered solo TASK-00${n} to user deliver`);
    await untilWaiting(room, agent);
  }
  const during = agent.account.exchanges.slice(before);
  const each = (sum: number) => Math.round((sum / TASKS) * 10) / 10;
  const sumOf = (of: (one: (typeof during)[number]) => number) => each(during.reduce((sum, one) => sum + of(one), 0));
  const whole = (of: (one: (typeof during)[number]) => number) => Math.round(sumOf(of));
  return {
    client,
    way: way.name,
    startTurns: atWait,
    turns: each(during.length),
    calls: sumOf(({ move }) => ("call" in move ? 1 : 0)),
    answeredBytes: whole(({ turn }) => Buffer.byteLength(turn.results.at(-1) ?? "")),
    sentBytes: whole(({ turn }) => turn.bytes),
    idleS: IDLE_S,
    idleTurns,
  };
}

async function untilWaiting(room: Room, agent: Agent): Promise<void> {
  await eventually(
    async () => (await room.waiting()) > 0,
    () => `it doesn't wait:\n${agent.output().slice(-1000)}`,
  );
}
