// Leaves squadroom-VERSION.tgz, here or in the folder named: server, web application and command, to be installed with npm.
import { readFileSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { build } from "./build.mjs";
import { ensure, giveUp, root } from "./ensure.mjs";
import { packFolder } from "./package.mjs";

ensure();
await build().catch((error) => giveUp(error.message));
const { version } = read("package.json");
const server = read("apps/server/package.json");
const target = resolve(process.argv[2] ?? root, `squadroom-${version}.tgz`);
const dist = (app) => [`apps/${app}/dist`, join(root, "apps", app, "dist")];
await packFolder({
  target,
  files: {
    "README.md": join(root, "README.md"),
    "squadroom.mjs": join(root, "scripts", "packed.mjs"),
    ...Object.fromEntries(["server", "web", "cli"].map(dist)),
  },
  manifest: {
    bin: { squadroom: "squadroom.mjs" },
    // All others are in the bundle: these have programs of their own.
    dependencies: { "@node-rs/argon2": server.dependencies["@node-rs/argon2"] },
    optionalDependencies: server.optionalDependencies,
  },
}).catch((error) => giveUp(error.message));
const megabytes = (statSync(target).size / 1e6).toFixed(1);
console.log(`${relative(process.cwd(), target)} (${megabytes} MB)`);
console.log(`Install it anywhere: npm install ${target}. Then run: npx squadroom`);

function read(file) {
  return JSON.parse(readFileSync(join(root, file), "utf8"));
}
