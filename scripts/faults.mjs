// Runs the fault harness: npm run faults -- --seconds N --seed S [--json]
import { join } from "node:path";
import { build } from "./build.mjs";
import { become, ensure, giveUp, root } from "./ensure.mjs";

ensure();
await build().catch((error) => giveUp(error.message));
const file = join(root, "bench", "faults", "main.ts");
const options = process.argv.slice(2);
become(process.execPath, [
  "--import",
  "tsx",
  "--import",
  "./scripts/sql-loader.mjs",
  file,
  ...options,
]);
