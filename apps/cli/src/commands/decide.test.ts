import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DECISION_KINDS } from "@squadroom/core/decision/decision";
import { AnswerDetailBody } from "@squadroom/core/session/contract";
import { expect, it } from "vitest";
import { anIo } from "../io.fixture.ts";
import { run } from "../run.ts";
import { DETAILS } from "./decide.ts";

const docs = readFileSync(join(import.meta.dirname, "../../../../docs/agents.md"), "utf8");

it.each(DETAILS)("says what an answer to $kinds may carry, with an example that is taken", ({ kinds, example }) => {
  const [kind, option] = kinds.replace(")", "").split(" (");
  expect(DECISION_KINDS).toContain(kind);
  expect(AnswerDetailBody.parse(JSON.parse(example))).toBeTruthy();
  expect(docs).toContain(`| \`${kind}\` (\`${option}\`) | \`${example}\``);
});

it("its option says where the help has what JSON can contain: below it", async () => {
  const { io, said } = anIo();
  expect(await run(["decide", "--help"], io)).toBe(0);
  const help = said.out.replace(/\s+/g, " ");
  const option = help.indexOf("as JSON; what it can contain is below");
  expect(option).toBeGreaterThan(0);
  expect(help.indexOf("--detail takes JSON")).toBeGreaterThan(option);
});
