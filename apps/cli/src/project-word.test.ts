import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { anIo } from "./io.fixture.ts";
import { askAboutProject } from "./project-word.ts";
import type { Cli } from "./settings.ts";

test("what a project's file names counts after a change only once a person has seen it", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "squadroom-word-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const settings = { ownDir: join(cwd, "own") } as Cli["settings"];
  const write = (setup: string) => writeFileSync(join(cwd, "squadroom.run.json"), `{\n  "setup": "${setup}"\n}\n`);
  const start = async (answer: string | null, isAccepted = false) => {
    let asked = 0;
    const ask = () => {
      asked++;
      return Promise.resolve(answer);
    };
    const { io, said } = anIo({ cwd, ask });
    const isStarted = await askAboutProject({ io, settings }, isAccepted).then(
      () => true,
      (error: { code: string }) => error.code,
    );
    return { isStarted, asked, told: said.err };
  };

  expect(await start(null)).toMatchObject({ isStarted: true, asked: 0 });
  write("npm ci");
  expect(await start(null)).toMatchObject({ isStarted: "project_changed", asked: 1 });
  const no = await start("n");
  expect(no.isStarted).toBe("project_changed");
  expect(no.told).toContain('+  "setup": "npm ci"');
  expect(await start("y")).toMatchObject({ isStarted: true, asked: 1 });
  expect(await start(null)).toMatchObject({ isStarted: true, asked: 0 });
  write("another");
  expect(await start(null, true)).toMatchObject({ isStarted: true, asked: 0 });
  expect(await start(null)).toMatchObject({ isStarted: true, asked: 0 });
});

test("runners that start together in a folder see its file whole", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "squadroom-word-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "squadroom.run.json"), JSON.stringify({ setup: "x".repeat(100_000) }));
  for (let round = 0; round < 20; round++) {
    const settings = { ownDir: join(cwd, `own-${round}`) } as Cli["settings"];
    const starts = Array.from({ length: 12 }, () =>
      askAboutProject({ io: anIo({ cwd, ask: () => Promise.resolve(null) }).io, settings }, false),
    );
    await Promise.all(starts);
  }
});
