import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lineage, procLook, psLook } from "./parents.ts";
import { ROOT } from "./server.fixture.ts";

test("a lineage goes up as far as one may look, and tells a process from a later one of its number", () => {
  const table: Record<number, { parent: number; born: string }> = {
    30: { parent: 20, born: "c" },
    20: { parent: 10, born: "b" },
  };
  const look = (pid: number) => table[pid] ?? null;
  expect(lineage(30, look)).toBe("30@c 20@b");
  table[20] = { parent: 10, born: "later" };
  expect(lineage(30, look)).toBe("30@c 20@later");
});

test("a table that leads in a circle ends", () => {
  expect(lineage(1, () => ({ parent: 1, born: "" })).split(" ").length).toBeLessThan(100);
});

test("every way of looking finds this process's own parent, or says that it cannot", () => {
  const looks = [procLook(process.pid), psLook()(process.pid)].filter((found) => found !== null);
  expect(looks.length).toBeGreaterThan(0);
  for (const { parent } of looks) expect(parent).toBe(process.ppid);
});

test("whoever is killed while the command starts is missed, though it looks only later", async () => {
  const file = join(ROOT, "apps", "cli", "src", "parents.ts");
  // What takes its time here is the rest of the command there.
  const program = `
    const { watchParents } = await import(${JSON.stringify(file)});
    const { ppid } = process;
    process.stdout.write("started ");
    while (process.ppid === ppid) await new Promise((resolve) => setTimeout(resolve, 10));
    process.stdout.write(watchParents()(true) ? "missed" : "unnoticed");
  `;
  const node = [process.execPath, "--import", "tsx", "--input-type=module", "-e", program];
  const line = node.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const client = spawn("sh", ["-c", `${line}; exit`], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  client.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    if (said === "started ") client.kill("SIGKILL");
  });
  await once(client.stdout, "end");
  expect(said).toBe("started missed");
});
