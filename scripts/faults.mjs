// Runs the fault harness: npm run faults -- --seconds N --seed S [--json]
import { becomeSource } from "./source.mjs";

await becomeSource("faults/main.ts", process.argv.slice(2));
