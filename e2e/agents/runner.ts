import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CLIENTS } from "./clients/all.ts";
import { type Client, launch } from "./clients/client.ts";
import { PROGRAMS } from "./clients/packages.ts";
import type { Mind } from "./model/model.ts";
import type { Account } from "./model/server.ts";
import { COMMAND, type Room } from "./world.ts";

const MODULES = fileURLToPath(new URL("node_modules", import.meta.url));

/** Those that a runner drives. */
export type Make = "claude" | "codex" | "copilot" | "opencode";

/** Who plays a role; each make plays one. */
export type Cast = Readonly<Record<string, { make: Make; mind: Mind }>>;

/** A person's machine: what `npm install --global` and signing in leave, and a project. */
export interface Machine {
  folder: string;
  home: string;
}

/** As npm installs them for all projects; what is needed besides is on the PATH before. */
function installed({ home }: Machine): string {
  const bin = join(home, "npm", "bin");
  const modules = join(home, "npm", "lib", "node_modules");
  mkdirSync(bin, { recursive: true });
  for (const name of ["@anthropic-ai/claude-agent-sdk", "@github/copilot-sdk"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(MODULES, name), join(modules, name));
  }
  for (const name of ["codex", "copilot", "opencode"] as const) symlinkSync(PROGRAMS[name](), join(bin, name));
  return `${bin}:${process.env.PATH}`;
}

/** `squadroom run` in the project's folder, with a harness for each role. */
export function startRunner(room: Room, machine: Machine, cast: Cast, slots: number): Account[] {
  const { folder, home } = machine;
  const { model, server } = room.world;
  const roles = Object.entries(cast).map(([role, { make }]) => `${role}=${make}`);
  const env: Record<string, string> = {
    PATH: installed(machine),
    ...server.door,
  };
  const accounts = Object.entries(cast).map(([role, { make, mind }]) => {
    const account = model.open(role, mind);
    const settings = CLIENTS[make]({
      // Its settings for all projects: nothing of a harness lies in this one.
      folder: join(home, ".config", "opencode"),
      home,
      prompt: "",
      said: "",
      door: { kind: "connected", link: async () => "", command: "" },
      model: { url: model.url, key: account.key },
    });
    for (const [path, text] of Object.entries(settings.files)) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    }
    Object.assign(env, settings.env);
    return account;
  });
  const words = ["run", "--room", room.id, "--role", roles.join(","), "--slots", String(slots)];
  const runner: Client = () => ({
    harness: "runner",
    command: process.execPath,
    args: [COMMAND, ...words],
    env,
    files: {},
  });
  const door = { kind: "command", self: "squadroom" } as const;
  const place = { folder, home, door, prompt: "", said: "", model: { url: "", key: "" } };
  const running = launch(runner, place);
  for (const account of accounts) room.world.keep({ ...running, account });
  return accounts;
}
