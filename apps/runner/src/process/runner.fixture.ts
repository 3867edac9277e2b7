/**
 * A runner that does nothing but hold a child: it ignores SIGTERM, and so do its own children, of which one has a
 * session of its own. As `--guard LEDGER` it is the guard.
 */
import { once } from "node:events";
import { spawnGroup } from "./group.ts";
import { GUARD_ARG, runGuard, startGuard } from "./guard.ts";
import { openLedger } from "./ledger.ts";
import { markEnv } from "./table.ts";

const STUBBORN = `
  const { spawn } = require("node:child_process");
  process.on("SIGTERM", () => {});
  const sleep = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(process.pid)";
  for (const detached of [false, true])
    spawn(process.execPath, ["-e", sleep], { detached, stdio: ["ignore", "inherit", "inherit"] });
  console.log(process.pid);
  setInterval(() => {}, 1000);
`;

const [word, path = ""] = process.argv.slice(2);
if (word === GUARD_ARG) {
  await runGuard(path);
  process.exit();
}

const folder = word ?? "";
try {
  const ledger = await openLedger(folder, 500);
  const guard = startGuard(ledger.path);
  const mark = ledger.expect("builder");
  const env = { PATH: process.env.PATH ?? "", ...markEnv(mark) };
  const argv = [process.execPath, "-e", STUBBORN];
  const child = spawnGroup(argv, { cwd: folder, env, stdio: ["ignore", "pipe", "inherit"] });
  ledger.record(mark, child.pid ?? 0);
  let pids = "";
  while (pids.split("\n").length < 4) pids += await once(child.stdout ?? child, "data");
  const children = pids.trim().split("\n").map(Number);
  const reaped = ledger.reaped.map(({ key }) => key);
  console.log(JSON.stringify({ children, guard: guard.pid, reaped }));
} catch (error) {
  console.log(JSON.stringify({ refused: String(error) }));
}
