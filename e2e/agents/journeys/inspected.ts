import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { inspector } from "../clients/packages.ts";
import type { World } from "../world.ts";

/** The protocol's own inspector, without its screen: lists the tools and calls one, and has nothing to complain of. */
export async function inspected(world: World): Promise<void> {
  const room = await world.room("solo");
  const url = `${world.server.url}/mcp`;
  const header = `Authorization: Bearer ${await room.credential("solo")}`;
  const ask = async (...args: string[]) => {
    const base = [inspector(), "--cli", url, "--transport", "http", "--header", header];
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [...base, ...args], {
      env: { PATH: process.env.PATH, HOME: world.place("inspector").home },
    });
    if (stderr !== "") throw new Error(`the inspector says:\n${stderr}`);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const { tools } = (await ask("--method", "tools/list")) as { tools: { name: string }[] };
  if (!tools.some(({ name }) => name === "hand_off")) throw new Error("it lists no hand_off");
  const shown = await ask("--method", "tools/call", "--tool-name", "show_context");
  if (shown.isError || !JSON.stringify(shown).includes("You hold no task."))
    throw new Error(`show_context brought: ${JSON.stringify(shown)}`);
}
