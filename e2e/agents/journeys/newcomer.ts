import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient } from "@squadroom/client/http";
import { firstWords } from "@squadroom/core/kernel/connect-link";
import { claude } from "../clients/claude.ts";
import { launch, prepare } from "../clients/client.ts";
import { eventually, Log } from "../log.ts";
import { byTools } from "../minds/by-tools.ts";
import type { World } from "../world.ts";
import { END } from "./alone.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const LIMIT_S = 180;
const run = promisify(execFile);

/** A new user, from the packed file in an empty folder to what Claude Code delivers, in under three minutes. */
export async function newcomer(world: World): Promise<void> {
  const { folder: project, home } = world.place("newcomer");
  const folder = join(dirname(project), "server");
  mkdirSync(folder);
  await run(process.execPath, [join(ROOT, "scripts", "pack.mjs"), dirname(project)]);
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const port = String(await freePort());
  const env = { PATH: process.env.PATH, HOME: home, SQUADROOM_PORT: port, SQUADROOM_PERSON: "1" };
  const steps: string[] = [];
  const began = Date.now();
  const done = (what: string) => steps.push(`${((Date.now() - began) / 1000).toFixed(1)} s ${what}`);

  await run("npm", ["install", join(dirname(project), `squadroom-${version}.tgz`)], {
    cwd: folder,
    env,
  });
  done("installed");
  const server = spawn("npx", ["squadroom"], { cwd: folder, env, detached: true, stdio: "ignore" });
  const squadroom = async (...args: string[]) =>
    (await run("npx", ["squadroom", ...args], { cwd: folder, env })).stdout;
  try {
    const url = `http://127.0.0.1:${env.SQUADROOM_PORT}`;
    const isUp = () =>
      fetch(`${url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
    await eventually(isUp, () => "the server doesn't start");
    done("the server is ready");
    await squadroom("room", "new", "shop", "--preset", "solo");
    const made = await squadroom("credential", "create", "--room", "shop", "--role", "solo");
    const [line = ""] = /^npx .*$/m.exec(made) ?? [];
    done("a room, and the line to connect");
    const account = world.model.open("newcomer", byTools([[END]], { isHooked: true }));
    const place = {
      folder: project,
      home,
      prompt: firstWords(true),
      said: "",
      model: { url: world.model.url, key: account.key },
      door: { kind: "connected" as const, link: async () => "", command: "" },
    };
    await prepare(
      claude,
      place,
      async (around) => (await run("/bin/sh", ["-c", `${line} --for claude --yes`], around)).stdout,
    );
    done("connected");
    world.keep({ ...launch(claude, place), account });
    const key = (await readFile(join(folder, ".squadroom", "local-admin.key"), "utf8")).trim();
    const person = createClient({ baseUrl: url, authorization: `Local ${key}` });
    const log = new Log(person, "shop");
    await log.until("agent.joined solo");
    done("Claude Code is in the room");
    await squadroom("send", "--room", "shop", "--message", "Add a README.");
    await log.until("task.claimed solo TASK-001");
    done("has its first task");
    await log.until("handoff.delivered solo TASK-001 to user deliver");
    done("has delivered it");
    console.log(`       ${steps.join("\n       ")}`);
    if (Date.now() - began > LIMIT_S * 1000) throw new Error(`it took over ${LIMIT_S} s`);
  } finally {
    const ended = once(server, "exit");
    process.kill(-(server.pid as number), "SIGTERM");
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
