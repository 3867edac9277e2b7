// Runs the fuzzer: npm run fuzz -- --requests N --seed S [--json]
import { becomeSource } from "./source.mjs";

await becomeSource("fuzz/main.ts", process.argv.slice(2));
