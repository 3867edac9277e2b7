import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, test } from "vitest";
import { acpHarness } from "./acp.ts";
import { commandHarness } from "./command.ts";
import { CONTRACT, type Subject } from "./contract.fixture.ts";
import { standIn } from "./stand-in.fixture.ts";

let cwd: string;

beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "squadroom-harness-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

/** A shell that understands two lines of the contract. */
const SHELL = [
  "/bin/sh",
  "-c",
  'read -r word rest; case "$word" in Say:) printf "%s" "$rest";; Hold) echo holding; sleep 600;; esac',
];
const env = { PATH: process.env.PATH ?? "" };

const SUBJECTS: Record<string, () => Subject> = {
  command: () => ({
    harness: commandHarness({ name: "shell", argv: SHELL, env }),
    place: { cwd, env },
    can: {},
    isReal: true,
  }),
  "an ACP agent that goes on after a refusal": () => ({
    ...anAcpAgent({}),
    can: { process: true, permit: true, usage: true },
  }),
  "an ACP agent that ends its turn at a refusal": () => ({
    ...anAcpAgent({ stopsWhenRefused: true }),
    can: { process: true, permit: true, usage: true, reason: true },
  }),
};

function anAcpAgent(mind: object) {
  const { argv, env } = standIn(mind);
  return {
    harness: acpHarness({ name: "stand-in", argv, env }),
    place: { cwd, env },
    isReal: true,
  };
}

describe.each(Object.entries(SUBJECTS))("%s", (_, subject) => {
  const clauses = CONTRACT.filter(({ needs }) => !needs || subject().can[needs]);

  test.each(clauses)("$name", ({ holds }) => holds(subject()));
});
