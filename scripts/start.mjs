// One command from a clone to a running server.
import { join } from "node:path";
import { build } from "./build.mjs";
import { become, ensure, giveUp, root } from "./ensure.mjs";

ensure();
await build().catch((error) => giveUp(error.message));
become(process.execPath, [
  "--enable-source-maps",
  join(root, "apps", "server", "dist", "main.mjs"),
  "--for-people",
  ...process.argv.slice(2),
]);
