import { execFileSync } from "node:child_process";
import { connectLink, firstWords } from "@squadroom/core/kernel/connect-link";
import { CONNECTED, NAMES } from "./clients/all.ts";
import type { ClientName, Door } from "./clients/client.ts";
import { byCommand } from "./minds/by-command.ts";
import { byTools } from "./minds/by-tools.ts";
import type { Work } from "./minds/work.ts";
import type { Mind } from "./model/model.ts";
import type { Room } from "./world.ts";

/** A way into the room: what a person does once in the agent's folder, and what the agent then does. */
export interface Way {
  name: "command" | "mcp" | "connect" | "hook";
  /** Those that can take it. */
  clients: readonly ClientName[];
  enter(room: Room, role: string, place: { folder: string; home: string }): Promise<Door>;
  /** The first words of the agent's person. */
  prompt(door: Door): string;
  mind(work: Work): Mind;
}

/** By the command, and the line that Connect prints. */
const BY_COMMAND: Way = {
  name: "command",
  // Cline's shell wasn't tried.
  clients: NAMES.filter((name) => name !== "cline"),
  async enter(room, role, { folder, home }) {
    const self = room.world.command;
    execFileSync(process.execPath, [self, "join", "--role", role], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        SQUADROOM_URL: room.world.server.url,
        SQUADROOM_TOKEN: await room.credential(role),
      },
    });
    return { kind: "command", self: `node ${self}` };
  },
  prompt: (door) => (door.kind === "command" ? `Run \`${door.self} context\`, then do what it prints.` : ""),
  mind: byCommand,
};

/** By the room's tools, whose server the client's settings name with the credential. */
const BY_MCP: Way = {
  name: "mcp",
  clients: NAMES,
  async enter(room, role) {
    return {
      kind: "mcp",
      url: `${room.world.server.url}/mcp`,
      token: await room.credential(role),
    };
  },
  prompt: () => firstWords(false),
  mind: byTools,
};

async function connected(room: Room, role: string): Promise<Door> {
  const { command, server } = room.world;
  const codes = await room.codes(role);
  const link = async () => connectLink(server.url, await codes());
  return { kind: "connected", link, command };
}

/** By the tools, over the program that `squadroom connect` enters; nothing else is set up. */
const BY_CONNECT: Way = {
  name: "connect",
  clients: CONNECTED,
  enter: connected,
  prompt: () => firstWords(false),
  mind: byTools,
};

/** By the hooks that it sets up too: the end of a turn brings the next task. */
export const BY_HOOK: Way = {
  name: "hook",
  clients: ["claude", "codex", "copilot", "opencode-serve", "gemini"],
  enter: connected,
  prompt: () => firstWords(true),
  mind: (work) => byTools(work, { isHooked: true }),
};

export const WAYS: readonly Way[] = [BY_COMMAND, BY_MCP, BY_CONNECT, BY_HOOK];
