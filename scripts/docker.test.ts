import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";

interface Service {
  image?: string;
  build?: string;
  environment?: Record<string, string>;
  env_file?: string;
  ports?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  read_only?: boolean;
  stop_grace_period?: string;
  volumes?: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
}

interface Compose {
  services: Record<string, Service | undefined>;
  volumes: Record<string, unknown>;
}

interface Step {
  word: string;
  rest: string;
}

const root = fileURLToPath(new URL("..", import.meta.url));
const compose = parse(read("docker-compose.yml"), { merge: true }) as Compose;
const dockerfile = steps(read("Dockerfile"));
const ignored = read(".dockerignore").split("\n").filter(Boolean);

test("compose runs the server against a Postgres that is ready", () => {
  const { server, postgres } = compose.services;

  expect(Object.keys(compose.services).sort()).toEqual(["postgres", "server"]);
  expect(server?.depends_on?.postgres?.condition).toBe("service_healthy");
  expect(postgres?.healthcheck?.test).toContain("pg_isready");
  expect(postgres?.image).toMatch(/^postgres:18/);
  const database = new URL(server?.environment?.DATABASE_URL?.replace(/\$\{.*?\}/, "x") ?? "");
  expect(database.hostname).toBe("postgres");
  expect(database.username).toBe(postgres?.environment?.POSTGRES_USER);
  expect(database.pathname).toBe(`/${postgres?.environment?.POSTGRES_DB}`);
});

test("compose keeps its data in volumes it declares", () => {
  const used = Object.values(compose.services).flatMap((service) =>
    (service?.volumes ?? []).map((volume) => volume.split(":")[0]),
  );

  expect(used.sort()).toEqual(Object.keys(compose.volumes).sort());
});

test("compose holds no password, and publishes on loopback only", () => {
  for (const service of Object.values(compose.services)) {
    for (const [name, value] of Object.entries(service?.environment ?? {})) {
      if (/PASSWORD|DATABASE_URL/.test(name)) expect(value).toMatch(/\$\{POSTGRES_PASSWORD:\?/);
    }
    for (const port of service?.ports ?? []) expect(port).toMatch(/^\$\{SQUADROOM_BIND:-127\.0\.0\.1\}:/);
  }
});

test("compose is used unedited: settings come from .env, and the printed link has the outer port", () => {
  const { server, postgres } = compose.services;
  expect(server?.env_file).toBe(".env");
  expect(server?.environment?.SQUADROOM_PUBLIC_URL).toMatch(/localhost:\$\{SQUADROOM_PORT:-4600\}/);
  expect(server?.environment?.SQUADROOM_PORT).toBe("4600");
  for (const service of [server, postgres]) {
    expect(service?.cap_drop).toEqual(["ALL"]);
    expect(service?.security_opt).toContain("no-new-privileges:true");
  }
  expect(server?.read_only).toBe(true);
  // The server takes up to fifteen seconds to stop.
  expect(Number.parseInt(server?.stop_grace_period ?? "", 10)).toBeGreaterThan(15);
});

test("what the image is made of exists and is not ignored", () => {
  const sources = dockerfile.flatMap(({ word, rest }) =>
    word === "COPY" && !rest.startsWith("--from=") ? rest.split(" ").slice(0, -1) : [],
  );

  expect(sources.length).toBeGreaterThan(8);
  expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  expect(sources.filter((source) => ignored.includes(source))).toEqual([]);
});

test("the image installs from the manifest of every workspace package", () => {
  const { packages } = parse(read("pnpm-workspace.yaml")) as { packages: string[] };
  const manifests = packages
    .flatMap((pattern) => (pattern.endsWith("/*") ? children(pattern.slice(0, -2)) : [pattern]))
    .filter((folder) => existsSync(join(root, folder, "package.json")));

  expect(manifests.length).toBeGreaterThan(5);
  for (const folder of manifests) {
    expect(dockerfile).toContainEqual({
      word: "COPY",
      rest: `${folder}/package.json ${folder}/`,
    });
  }
});

test("the image copies from stages it has and runs as a normal user behind a health check", () => {
  const stages = dockerfile.flatMap(({ word, rest }) => (word === "FROM" ? rest.split(" AS ").slice(1) : []));
  const copiedFrom = dockerfile.flatMap(({ rest }) => /^--from=(\S+)/.exec(rest)?.[1] ?? []);

  expect(stages).toEqual(expect.arrayContaining(copiedFrom));
  expect(dockerfile).toContainEqual({ word: "USER", rest: "node" });
  expect(find("HEALTHCHECK")).toContain("/readyz");
  expect(find("CMD")).toContain("apps/server/dist/main.mjs");
});

test("the image installs with the pinned package manager", () => {
  const { packageManager } = JSON.parse(read("package.json")) as { packageManager: string };
  const used = read("Dockerfile").match(/pnpm@[\d.]+/g);

  expect(new Set(used)).toEqual(new Set([packageManager]));
});

function find(word: string): string | undefined {
  return dockerfile.find((step) => step.word === word)?.rest;
}

function steps(text: string): Step[] {
  return text
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => {
      const space = line.indexOf(" ");
      return { word: line.slice(0, space), rest: line.slice(space + 1) };
    });
}

function children(folder: string): string[] {
  return readdirSync(join(root, folder)).map((name) => `${folder}/${name}`);
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
