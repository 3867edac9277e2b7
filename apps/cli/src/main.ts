// First: it notes what is above this process before anything else takes time.
import "./parents.ts";
import { processIo } from "./io.ts";
import { run } from "./run.ts";

process.exitCode = await run(process.argv.slice(2), processIo());
