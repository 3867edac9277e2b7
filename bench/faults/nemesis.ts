import type { History } from "./history.ts";
import { type Chance, pause } from "./random.ts";
import type { RunnerRoom } from "./runners.ts";
import { LEASE_S, SETTLE_MS, type World } from "./servers.ts";

export type Harm =
  | "kill a server"
  | "pause a server past the lease"
  | "kill Postgres"
  | "cut all connections"
  | "slow a wire"
  | "cut the wire between servers"
  | "hold the wire between servers"
  | "cut a database's wire"
  | "slow a database's wire"
  | "hold a database's wire"
  | "revoke a credential"
  | "kill a runner"
  | "kill an agent's process"
  | "pause a runner past the lease";

/** Does harm, one thing at a time, and always lets things come back. */
export async function runNemesis(
  world: World,
  history: History,
  chance: Chance,
  signal: AbortSignal,
  revokeOne: () => Promise<void>,
  runnerRooms: readonly RunnerRoom[],
  order?: Harm[],
): Promise<void> {
  const harms: Record<Harm, () => Promise<void>> = {
    "kill a server": async () => {
      const server = chance.pick(world.servers);
      server.kill("SIGKILL");
      await pause(chance.between(100, 1_500), signal);
      await server.start();
    },
    "pause a server past the lease": async () => {
      const server = chance.pick(world.servers);
      server.kill("SIGSTOP");
      await pause((LEASE_S + 2) * 1_000, signal);
      server.kill("SIGCONT");
    },
    "kill Postgres": async () => world.killPostgres(),
    "cut all connections": async () => chance.pick(world.servers).wire.cut(),
    "slow a wire": async () => {
      const { wire } = chance.pick(world.servers);
      wire.delay(chance.between(50, 400));
      await pause(chance.between(500, 2_500), signal);
      wire.delay(0);
    },
    "cut the wire between servers": async () => {
      const { siblings } = chance.pick(world.servers);
      // Several times, to meet a call between its run and its answer.
      for (let i = chance.between(1, 8); i > 0; i--) {
        siblings.cut();
        await pause(chance.between(5, 120), signal);
      }
    },
    "hold the wire between servers": async () => {
      const { siblings } = chance.pick(world.servers);
      siblings.hold(true);
      await pause(chance.between(200, SETTLE_MS), signal);
      if (chance.is(0.5)) siblings.cut();
      siblings.hold(false);
    },
    "cut a database's wire": async () => {
      const { database } = chance.pick(world.servers);
      // Several times, to meet a commit between its execution and its answer.
      for (let i = chance.between(1, 6); i > 0; i--) {
        database.cut();
        await pause(chance.between(5, 120), signal);
      }
    },
    "slow a database's wire": async () => {
      const { database } = chance.pick(world.servers);
      database.delay(chance.between(5, 150));
      await pause(chance.between(500, 2_500), signal);
      database.delay(0);
    },
    "hold a database's wire": async () => {
      const { database } = chance.pick(world.servers);
      database.hold(true);
      await pause(chance.between(200, SETTLE_MS + 1_500), signal);
      if (chance.is(0.5)) database.cut();
      database.hold(false);
    },
    "revoke a credential": revokeOne,
    "kill a runner": async () => chance.pick(runnerRooms).killRunner(),
    "kill an agent's process": async () => chance.pick(runnerRooms).killAgent(chance),
    "pause a runner past the lease": async () => chance.pick(runnerRooms).pauseRunner(signal),
  };
  const names = (Object.keys(harms) as Harm[]).filter((name) => runnerRooms.length > 0 || !/runner|agent's/.test(name));
  if (order?.length === 0) return;
  // Each harm once, then all again.
  let turn: Harm[] = [];
  while (!signal.aborted) {
    if (turn.length === 0) turn = order ? [...order].reverse() : [...names].sort(() => chance.next() - 0.5);
    const name = turn.pop() as Harm;
    await pause(chance.between(800, 2_500), signal);
    if (signal.aborted) return;
    history.count(`nemesis: ${name}`);
    await harms[name]();
  }
}
