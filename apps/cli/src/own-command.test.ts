import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { anIo } from "./io.fixture.ts";
import { adviceAsTyped, asTyped, own } from "./own-command.ts";
import { run } from "./run.ts";
import { readSettings } from "./settings.ts";

test("the command's own lines are printed as they are typed here; what others wrote stays", () => {
  const text = `Run \`${own("room list")}\`. Dana wrote: \`squadroom room list\``;
  expect(asTyped(text, "/srv/data/squadroom")).toBe(
    "Run `/srv/data/squadroom room list`. Dana wrote: `squadroom room list`",
  );
  expect(adviceAsTyped("Run `squadroom room list`.", "node /a.mjs")).toBe("Run `node /a.mjs room list`.");
});

test("people are told the program in the server's data directory, agents the name that they know", async () => {
  const dir = mkdtempSync(join(tmpdir(), "squadroom it's "));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const selfWith = (env: Record<string, string>) =>
    readSettings(anIo({ self: "node /a.mjs", env: { SQUADROOM_DATA: dir, ...env } }).io).self;
  expect(selfWith({})).toBe("node /a.mjs");
  writeFileSync(join(dir, "squadroom"), "#!/bin/sh\n");
  expect(selfWith({})).toBe(`'${dir.replace("'", "'\\''")}/squadroom'`);
  expect(selfWith({ SQUADROOM_COMMAND: "squadroom" })).toBe("squadroom");
  expect(selfWith({ SQUADROOM_TOKEN: "sqr_1" })).toBe("squadroom");
  const { io, said } = anIo({ env: { SQUADROOM_DATA: dir, SQUADROOM_COMMAND: "/x/squadroom" } });
  await run(["decide"], io);
  expect(said.err).toContain("`/x/squadroom decide --help`");
});
