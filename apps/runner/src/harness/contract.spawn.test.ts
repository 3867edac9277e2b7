import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { acpHarness } from "./acp.ts";
import { claudeHarness } from "./claude.ts";
import { codexHarness } from "./codex.ts";
import { commandHarness } from "./command.ts";
import { CONTRACT, type Subject } from "./contract.fixture.ts";
import { copilotHarness } from "./copilot.ts";
import type { Harness } from "./harness.ts";
import { opencodeHarness } from "./opencode.ts";
import { parsed, Replay } from "./recording.fixture.ts";
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
    can: { process: true, permit: true, usage: true, steer: true },
  }),
  "an ACP agent that ends its turn at a refusal": () => ({
    ...anAcpAgent({ stopsWhenRefused: true }),
    can: { process: true, permit: true, usage: true, steer: true, reason: true },
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

/** Clients as they were recorded; `node e2e/agents/run.mjs --harnesses --record` does it again. */
const RECORDED: Record<string, (replay: Replay) => Harness> = {
  claude: ({ sdk }) => claudeHarness({ env, cwd }, async () => sdk),
  codex: ({ launch, door }) => codexHarness({ env, cwd }, launch, door),
  copilot: ({ service }) => copilotHarness({ env, cwd }, service),
  opencode: ({ service, door }) => opencodeHarness({ env, cwd }, service, door),
};

describe.each(Object.entries(RECORDED))("%s, as it was recorded", (name, make) => {
  const { can, clauses } = recordingOf(name);

  test.each(CONTRACT.filter(({ needs }) => !needs || can[needs]))("$name", (clause) => {
    const replay = new Replay(clauses[clause.name] ?? [], { cwd });
    return clause.holds({ harness: make(replay), place: { cwd, env }, can, isReal: false });
  });
});

test("recordings tell nothing of the machine they were made on", () => {
  for (const name of Object.keys(RECORDED)) {
    const text = readFileSync(pathOf(name), "utf8");
    expect(text.match(/\/(home|root|work|var|tmp|Users|usr)\b[^"]*|127\.0\.0\.1|dummy-|Bearer /g)).toBeNull();
  }
});

function pathOf(name: string): URL {
  return new URL(`./recordings/${name}.jsonl`, import.meta.url);
}

function recordingOf(name: string) {
  return parsed(readFileSync(pathOf(name), "utf8"));
}

describe.each(Object.entries(SUBJECTS))("%s", (_, subject) => {
  const clauses = CONTRACT.filter(({ needs }) => !needs || subject().can[needs]);

  test.each(clauses)("$name", ({ holds }) => holds(subject()));
});
