import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { expect, onTestFinished, test } from "vitest";
import { createDemoSquads } from "./demo.ts";

const ROOM = "room" as RoomId;

/** Squads of a command that only waits; credentials are made when the test says so. */
function aStage() {
  const place = mkdtempSync(join(tmpdir(), "demo-squads-"));
  const cliPath = join(place, "command.mjs");
  writeFileSync(cliPath, "process.stdin.resume();");
  const started: object[] = [];
  const renewed: string[] = [];
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const squads = createDemoSquads({
    cliPath,
    serverUrl: () => "http://127.0.0.1:1",
    isAlone: () => true,
    createCredential: (_room, name) => opened.then(() => `token of ${name}`),
    renewToken: async (_room, name) => {
      renewed.push(name);
      return `new token of ${name}`;
    },
    log: { info: (details) => void started.push(details), warn: () => undefined },
  });
  onTestFinished(async () => {
    await squads.close();
    rmSync(place, { recursive: true, force: true });
  });
  return { squads, started, renewed, open };
}

test("who asks for a squad that is being made gets that one: its agents join once", async () => {
  const { squads, started, renewed, open } = aStage();
  const made = squads.start(ROOM, "demo", "squad");
  const again = squads.ensure(ROOM, "demo");
  open();
  await Promise.all([made, again]);
  expect(started).toHaveLength(1);
  expect(renewed).toEqual([]);
});

test("a squad that is there is not brought back", async () => {
  const { squads, started, open } = aStage();
  open();
  await squads.start(ROOM, "demo", "squad");
  await Promise.all([squads.ensure(ROOM, "demo"), squads.resume([{ roomId: ROOM, name: "demo" }])]);
  expect(started).toHaveLength(1);
});

test("who asks twice for a squad that ended brings one back", async () => {
  const { squads, started } = aStage();
  await Promise.all([squads.ensure(ROOM, "demo"), squads.ensure(ROOM, "demo")]);
  expect(started).toHaveLength(1);
});

test("a room that goes while its squad is being made leaves none behind", async () => {
  const { squads, started, open } = aStage();
  const made = squads.start(ROOM, "demo", "squad");
  const gone = squads.stop(ROOM);
  open();
  await Promise.all([made, gone]);
  expect(started).toHaveLength(1);
  await squads.ensure(ROOM, "demo");
  expect(started).toHaveLength(2);
});
