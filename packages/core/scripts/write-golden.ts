// Rewrites the golden logs: rooms played from their commands, with a clock and ids that count up.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { foldAll, GOLDEN, hashOf } from "../src/log/golden.fixture.ts";
import { REDUCER_VERSION } from "../src/log/view.ts";
import { playGolden } from "../src/testing/golden.fixture.ts";

const { logs, left } = playGolden();
if (left.length > 0) throw new Error(`no room has ${left.join(", ")}: add a step to one`);
for (const file of readdirSync(GOLDEN)) rmSync(join(GOLDEN, file));
for (const [name, log] of Object.entries(logs)) {
  // One event per line, so that a diff shows which one changed.
  const lines = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).join(",\n");
  const hashes = lines(foldAll(log).map(hashOf));
  const head = `{"reducer":${REDUCER_VERSION},"events":[`;
  const text = `${head}\n${lines(log)}\n],"hashes":[\n${hashes}\n]}\n`;
  writeFileSync(join(GOLDEN, `${name}.json`), text);
}
