import { readFile } from "node:fs/promises";
import { defineConfig, type Plugin } from "vitest/config";
import { readShapes, SHAPES } from "./scripts/shapes.mjs";

/** Read from the source when a test first needs them, here as in the bundle of the server. */
const contractShapes: Plugin = {
  name: "contract-shapes",
  enforce: "pre",
  load: (id) => (SHAPES.test(id) ? readShapes() : null),
  // Its own file says nothing of what it holds.
  configureVitest: ({ experimental_defineCacheKeyGenerator: keep }) =>
    keep(({ id }) => (SHAPES.test(id) ? false : undefined)),
};

/** SQL files are imported as text, here as in the bundle of the server. */
const sqlAsText: Plugin = {
  name: "sql-as-text",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith(".sql")) return null;
    return `export default ${JSON.stringify(await readFile(id, "utf8"))};`;
  },
};

const places = ["apps", "packages", "bench", "scripts", "e2e"];
const ignored = ["**/node_modules/**", "**/dist/**"];
const setupFiles = "packages/core/src/testing/property-seed.fixture.ts";
const testServer = "apps/server/src/platform/postgres/test-server.ts";

function testsWith(suffix: string): string[] {
  return places.map((place) => `${place}/**/*${suffix}`);
}

/** Generous, as for the browser: they end what would hang, and a slow machine is no defect. */
const patience = {
  testTimeout: 300_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};

/** The suffix of a test tells what it costs; `fast` is what `npm run check` runs. */
export default defineConfig({
  test: {
    // By default one of two cores would stand idle, and many a test waits for something besides.
    maxWorkers: 2,
    projects: [
      {
        plugins: [contractShapes, sqlAsText],
        test: {
          name: "fast",
          ...patience,
          // Half of what these take was loading the same modules again for each file.
          isolate: false,
          setupFiles,
          include: testsWith(".test.ts"),
          exclude: [...ignored, "**/*.{spawn,pg,fuzz,faults}.test.ts"],
        },
      },
      {
        test: {
          name: "spawn",
          ...patience,
          isolate: false,
          setupFiles,
          include: testsWith(".spawn.test.ts"),
          exclude: ignored,
        },
      },
      {
        test: {
          name: "screen",
          ...patience,
          environment: "happy-dom",
          setupFiles: "apps/web/src/testing/tidy.fixture.ts",
          include: testsWith(".test.tsx"),
          exclude: ignored,
        },
      },
      {
        plugins: [contractShapes, sqlAsText],
        test: {
          name: "pg",
          ...patience,
          isolate: false,
          setupFiles,
          include: testsWith(".pg.test.ts"),
          exclude: ignored,
          globalSetup: ["scripts/build.mjs", testServer],
        },
      },
      {
        plugins: [contractShapes, sqlAsText],
        test: {
          name: "fuzz",
          ...patience,
          include: testsWith(".fuzz.test.ts"),
          exclude: ignored,
          globalSetup: testServer,
        },
      },
      {
        plugins: [contractShapes, sqlAsText],
        test: {
          name: "faults",
          ...patience,
          // Several of them run side by side.
          testTimeout: 900_000,
          maxConcurrency: 3,
          include: testsWith(".faults.test.ts"),
          exclude: ignored,
          globalSetup: testServer,
        },
      },
    ],
  },
});
