import type { Client, ClientName } from "../clients/client.ts";
import type { Way } from "../doors.ts";
import type { Agent, World } from "../world.ts";

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

/** Until the client ended by itself, and well. */
export async function expectEnd(agent: Agent): Promise<void> {
  const code = await agent.exited;
  if (code !== 0) throw new Error(`the client ended with ${code}:\n${agent.output().slice(-2000)}`);
}
