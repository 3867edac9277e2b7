import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DECISION_KINDS } from "@squadroom/core/decision/decision";
import { AnswerDetailBody } from "@squadroom/core/session/contract";
import { expect, it } from "vitest";
import { DETAILS } from "./decide.ts";

const docs = readFileSync(join(import.meta.dirname, "../../../../docs/agents.md"), "utf8");

it.each(DETAILS)(
  "says what an answer to $kinds may carry, with an example that is taken",
  ({ kinds, example }) => {
    const [kind, option] = kinds.replace(")", "").split(" (");
    expect(DECISION_KINDS).toContain(kind);
    expect(AnswerDetailBody.parse(JSON.parse(example))).toBeTruthy();
    expect(docs).toContain(`| \`${kind}\` (\`${option}\`) | \`${example}\``);
  },
);
