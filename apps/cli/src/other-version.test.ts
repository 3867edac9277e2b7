import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VERSION } from "@squadroom/core/kernel/version";
import { expect, onTestFinished, test } from "vitest";
import { anIo } from "./io.fixture.ts";
import { run } from "./run.ts";

async function typed(theirs: string, folder: string) {
  const sent: (string | null)[] = [];
  const { io, said } = anIo({
    env: { SQUADROOM_STATE: folder, SQUADROOM_TOKEN: "sqr_x" },
    fetch: (_, init) => {
      sent.push(new Headers(init?.headers).get("x-squadroom-version"));
      const headers = { "x-squadroom-version": theirs };
      const refused = { code: "unauthorized", message: "Nobody.", details: {}, requestId: "1" };
      return Promise.resolve(Response.json(refused, { status: 401, headers }));
    },
  });
  await run(["context"], io);
  return { sent, err: said.err };
}

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "squadroom-version-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test("tells the server its version, and says once that the server has another", async () => {
  const folder = await aFolder();
  const first = await typed("9.1.0", folder);
  expect(first.sent).toEqual([VERSION]);
  expect(first.err).toContain(`the server is version 9.1.0, this command ${VERSION}`);
  expect((await typed("9.1.0", folder)).err).not.toContain("9.1.0");
  expect((await typed("9.2.0", folder)).err).toContain("9.2.0");
});

test("says nothing to a server of its own version", async () => {
  expect((await typed(VERSION, await aFolder())).err).not.toContain("Note");
});
