// Makes npm packages of what is built.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "./ensure.mjs";

/**
 * @param target the file to leave
 * @param files what is in it: their paths there, and here
 * @param manifest what `package.json` says besides what is the same for all
 */
export async function packFolder({ target, files, manifest }) {
  const own = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const { name, version, description, license, type, engines } = own;
  const folder = mkdtempSync(join(tmpdir(), "squadroom-pack-"));
  try {
    const shared = { name, version, description, license, type, engines };
    const text = JSON.stringify({ ...shared, ...manifest }, null, 2);
    writeFileSync(join(folder, "package.json"), `${text}\n`);
    for (const [path, source] of Object.entries({ LICENSE: join(root, "LICENSE"), ...files })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      cpSync(source, join(folder, path), { recursive: true, filter: isWanted });
    }
    // On Windows, npm is a script that only a shell starts.
    const npm = spawnSync("npm", ["pack", "--json", "--ignore-scripts"], {
      cwd: folder,
      encoding: "utf8",
      shell: process.platform === "win32",
    });
    if (npm.status !== 0) throw new Error(`npm couldn't pack it:\n${npm.stderr ?? npm.error}`);
    mkdirSync(dirname(target), { recursive: true });
    const made = join(folder, `${name}-${version}.tgz`);
    cpSync(made, `${target}.part`);
    renameSync(`${target}.part`, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Maps are half of the size; stamps and snapshots are for whoever builds. */
function isWanted(path) {
  return !/(\.map|\.stamp|_snapshot\.json)$/.test(path);
}
