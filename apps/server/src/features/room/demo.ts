import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { type RoleName, type RoomId, roleName } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { DemoTeam } from "@squadroom/core/room/demo-story";
import { ROLE_LIBRARY } from "@squadroom/core/team/library";

/** Who is in the demo of each team, by the names of their tokens: two builders, so that one can take over. */
const CASTS: Record<DemoTeam, Record<string, { name: string; role: string }>> = {
  squad: {
    planner: { name: "Planner", role: "planner" },
    builder: { name: "Builder 1", role: "builder" },
    builder2: { name: "Builder 2", role: "builder" },
    reviewer: { name: "Reviewer", role: "reviewer" },
  },
  lifecycle: Object.fromEntries(ROLE_LIBRARY.map(({ name, title }) => [name, { name: title, role: name }])),
};

/** An agent whose credential a room doesn't have gets none there. */
const NAMES = new Set(Object.values(CASTS).flatMap((cast) => Object.values(cast).map(({ name }) => name)));

export interface DemoOptions {
  /** The command line as one file; the squad in it joins through the public client like any agent. */
  cliPath: string;
  serverUrl: () => string;
  /** There is no other process of this server that may run the squad. */
  isAlone: () => boolean;
  createCredential: (roomId: RoomId, name: string, roles: RoleName[]) => Promise<string>;
  /** A new token for the agent with this name; `null` if its credential was revoked. */
  renewToken: (roomId: RoomId, name: string) => Promise<string | null>;
  log: {
    info: (details: object, message: string) => void;
    warn: (details: object, message: string) => void;
  };
}

/** Scripted squads that run beside the server as processes of their own, one for each demo room. */
export function createDemoSquads(options: DemoOptions) {
  const running = new Map<RoomId, ChildProcess>();
  const coming = new Map<RoomId, Promise<void>>();

  /**
   * One squad per room: a caller that asks for it while it is being made waits for that one. Credentials are made one
   * by one, and a second squad would renew those that the first already has.
   */
  function bring(roomId: RoomId, make: () => Promise<void>): Promise<void> {
    const before = coming.get(roomId) ?? Promise.resolve();
    const brought = before.catch(() => undefined).then(() => (running.has(roomId) ? undefined : make()));
    coming.set(roomId, brought);
    const forget = (): void => {
      if (coming.get(roomId) === brought) coming.delete(roomId);
    };
    brought.then(forget, forget);
    return brought;
  }

  async function start(roomId: RoomId, room: string, team: DemoTeam): Promise<void> {
    if (!existsSync(options.cliPath)) {
      throw refuse("unavailable", "This installation has no demo squad; run the build first.", {});
    }
    await bring(roomId, async () => {
      const tokens: Record<string, string> = {};
      for (const [member, { name, role }] of Object.entries(CASTS[team])) {
        tokens[member] = await options.createCredential(roomId, name, [roleName(role)]);
      }
      run(roomId, { room, tokens, isBack: false });
    });
  }

  /** Squads end with the server that runs them; this brings those of all demo rooms back to work. */
  async function resume(rooms: readonly { roomId: RoomId; name: string }[]): Promise<void> {
    if (!existsSync(options.cliPath)) return;
    for (const { roomId, name: room } of rooms) {
      await bring(roomId, async () => {
        const tokens: Record<string, string> = {};
        for (const name of NAMES) {
          const token = await options.renewToken(roomId, name);
          if (token !== null) tokens[name] = token;
        }
        if (Object.keys(tokens).length > 0) run(roomId, { room, tokens, isBack: true });
      });
    }
  }

  /** Brings back a squad that ended. */
  async function ensure(roomId: RoomId, name: string): Promise<void> {
    if (options.isAlone()) await resume([{ roomId, name }]);
  }

  function run(roomId: RoomId, attachment: { room: string; tokens: Record<string, string>; isBack: boolean }): void {
    const child = spawn(process.execPath, [options.cliPath, "demo", "--attach"], {
      stdio: ["pipe", "ignore", "pipe"],
      env: {},
    });
    running.set(roomId, child);
    let complaint = "";
    child.stderr.on("data", (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-2_000);
    });
    child.on("exit", (code) => {
      if (running.get(roomId) === child) running.delete(roomId);
      if (code) options.log.warn({ roomId, code, complaint }, "a demo squad ended early");
    });
    child.on("error", (err) => options.log.warn({ roomId, err }, "couldn't start a demo squad"));
    child.stdin.on("error", () => undefined);
    child.stdin.write(`${JSON.stringify({ url: options.serverUrl(), ...attachment })}\n`);
    options.log.info({ roomId, pid: child.pid }, "demo squad started");
  }

  async function stop(roomId: RoomId): Promise<void> {
    await coming.get(roomId)?.catch(() => undefined);
    const child = running.get(roomId);
    running.delete(roomId);
    child?.kill("SIGTERM");
  }

  return {
    start,
    resume,
    ensure,
    stop,
    async close() {
      for (const id of new Set([...coming.keys(), ...running.keys()])) await stop(id);
    },
  };
}

export type DemoSquads = ReturnType<typeof createDemoSquads>;
