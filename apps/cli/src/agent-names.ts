import type { Call } from "@squadroom/client/call";
import { CliError, EXIT } from "./failure.ts";

/** The id of the agent that `--agent` gives by name or id; nothing if it gives none. */
export async function readAgent({ call }: { call: Call }, room: string, named: unknown): Promise<{ agentId?: string }> {
  if (named === undefined) return {};
  const { view } = await call("getRoom", { params: { room }, query: { events: 0 } });
  const agents = Object.values(view.agents);
  const found = agents.find(({ id, name }) => id === named || name === named);
  if (found) return { agentId: found.id };
  const known = agents.map(({ name, role }) => `${name} (${role})`).join(", ");
  throw new CliError(
    "agent_unknown",
    `No agent here is called ${String(named)}.`,
    known === "" ? "Nobody has joined yet." : `Name one of: ${known}.`,
    EXIT.notFound,
  );
}
