import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Time between two looks at who has it. */
const LOOK_MS = [10, 250] as const;

const here = new Map<string, Promise<unknown>>();

/**
 * Runs `act` while nobody else does under this name, in this process or another. A killed process
 * holds nothing: a lock belongs to a process, by its pid and start time.
 *
 * Owners are files `NAME.N`. The highest N counts and is never deleted, so two who find the same
 * dead owner can't both follow it: the next number is made once.
 */
export async function holding<T>(folder: string, name: string, act: () => Promise<T>): Promise<T> {
  const place = join(folder, name);
  const before = here.get(place) ?? Promise.resolve();
  const turn = before.then(() => acrossProcesses(folder, name, act));
  const settled = turn.then(
    () => {},
    () => {},
  );
  here.set(place, settled);
  void settled.then(() => here.get(place) === settled && here.delete(place));
  return turn;
}

async function acrossProcesses<T>(folder: string, name: string, act: () => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true });
  const own = await acquire(folder, name);
  try {
    return await act();
  } finally {
    const free = `${own}.${randomUUID()}`;
    await writeFile(free, "");
    await rename(free, own);
  }
}

async function acquire(folder: string, name: string): Promise<string> {
  const self = join(folder, `${name}.${randomUUID()}`);
  await writeFile(self, ownerOf(process.pid) ?? "");
  try {
    for (let wait: number = LOOK_MS[0]; ; wait = Math.min(wait * 2, LOOK_MS[1])) {
      const numbers = await numbersOf(folder, name);
      const newest = numbers.at(-1) ?? 0;
      if (newest === 0 || !(await isHeld(join(folder, `${name}.${newest}`)))) {
        const own = join(folder, `${name}.${newest + 1}`);
        if (await isLinked(self, own)) {
          const after = await numbersOf(folder, name);
          if (after.at(-1) === newest + 1) {
            const old = after.slice(0, -1).map((one) => rm(join(folder, `${name}.${one}`), { force: true }));
            await Promise.all(old);
            return own;
          }
          // Made again after it was used up: somebody with a higher one has it.
          await rm(own, { force: true });
        }
        continue;
      }
      await pause(wait);
    }
  } finally {
    await rm(self, { force: true });
  }
}

async function isLinked(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

async function numbersOf(folder: string, name: string): Promise<number[]> {
  return (await readdir(folder))
    .filter((file) => file.startsWith(`${name}.`) && /^[1-9]\d*$/.test(file.slice(name.length + 1)))
    .map((file) => Number(file.slice(name.length + 1)))
    .sort((a, b) => a - b);
}

async function isHeld(file: string): Promise<boolean> {
  const owner = await readFile(file, "utf8").catch(() => "");
  return owner !== "" && ownerOf(Number.parseInt(owner, 10)) === owner;
}

/** `null`: no such process lives. A zombie is dead: it only waits for somebody to ask how it ended. */
function ownerOf(pid: number): string | null {
  const born = process.platform === "linux" ? bornByProc(pid) : bornByPs(pid);
  return born === null ? null : `${pid} ${born}`;
}

/** @source proc(5): the name in the second field may have blanks and brackets */
function bornByProc(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? null : (rest[18] ?? null);
  } catch {
    return null;
  }
}

function bornByPs(pid: number): string | null {
  try {
    const stdio = ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"];
    const args = ["-o", "state=,lstart=", "-p", String(pid)];
    const row = execFileSync("ps", args, { encoding: "utf8", stdio }).trim();
    return row === "" || row.startsWith("Z") ? null : row.replace(/^\S+\s+/, "");
  } catch {
    return null;
  }
}
