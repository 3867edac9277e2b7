import type { Client, ClientName } from "../clients/client.ts";
import type { Way } from "../doors.ts";
import { eventually } from "../log.ts";
import type { Agent, Room, World } from "../world.ts";

/** One way through the product; it throws where the product does something else. */
export interface Journey {
  name: string;
  /** Those that take part, in the order of their parts. */
  clients: ClientName[];
  run(world: World, way: Way, client: (at: number) => Client): Promise<void>;
}

/** Lists of lines that must be the same. */
export function expectLines(actual: readonly string[], expected: readonly string[]): void {
  if (actual.join("\n") === expected.join("\n")) return;
  throw new Error(`the log is\n  ${actual.join("\n  ")}\nand not\n  ${expected.join("\n  ")}`);
}

/** Until each client ended by itself, and well; or, where hooks bring tasks, waits for the next one. */
export async function expectEnd(room: Room, ...agents: readonly Agent[]): Promise<void> {
  const codes = new Map<Agent, number | null>();
  for (const agent of agents) void agent.exited.then((code) => codes.set(agent, code));
  const told = () => agents.map((agent) => agent.output().slice(-2000)).join("\n--\n");
  await eventually(
    async () => {
      const bad = [...codes.values()].find((code) => code !== 0);
      if (bad !== undefined) throw new Error(`a client ended with ${bad}:\n${told()}`);
      return codes.size === agents.length || codes.size + (await room.waiting()) === agents.length;
    },
    () => `a client neither ends nor waits:\n${told()}`,
  );
}
