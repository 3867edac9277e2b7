import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { promisify } from "node:util";
import { agentWith, aProject, COMMAND } from "../fixtures/runner.ts";
import { expect, test } from "../fixtures/test.ts";

const run = promisify(execFile);
const MIND = {
  rules: [
    {
      when: "(?:^|\\n)# PLAN-001",
      do: [{ call: "hand_off", input: { to: "builder", intent: "work", message: "Write it." } }],
    },
  ],
};

test("in a folder without a server, a runner starts one beside the project, and it stays for the results", async () => {
  const home = await mkdtemp(`${tmpdir()}/squadroom-user-`);
  await chmod(home, 0o755);
  const folder = `${home}/harbour`;
  const git = await aProject(folder);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: home,
    SQUADROOM_PORT: "0",
    SQUADROOM_PERSON: "1",
  };
  const type = async (...words: string[]) =>
    (await run(process.execPath, [COMMAND, ...words], { cwd: folder, env })).stdout;
  let runner: ChildProcess | null = null;
  try {
    const agent = await agentWith(folder, MIND);
    runner = spawn(process.execPath, [COMMAND, "run", "--role", "planner,builder", "--", ...agent], {
      cwd: folder,
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    runner.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    await expect.poll(() => said, { timeout: 100_000 }).toMatch(/\/rooms\/harbour\.$/m);
    const [, link = ""] = /Open the dashboard: (\S+)/.exec(said) ?? [];
    expect((await fetch(link)).ok).toBe(true);
    await type("send", "--room", "harbour", "--message", "Leave a note");
    await expect.poll(() => type("task", "list", "--room", "harbour")).toContain("DEV-001");
    runner.kill("SIGTERM");
    await once(runner, "exit");

    expect(await readdir(folder)).toEqual([".git", "greeting.txt"]);
    expect(await git("status", "--porcelain")).toBe("");
    expect(await type("runs", "list", "--room", "harbour")).toContain("planner-1");
    expect(await type("serve", "--stop")).toContain("has stopped");
    expect(await type("serve", "--stop")).toContain("No server is running");
  } finally {
    if (runner?.exitCode === null) runner.kill("SIGKILL");
    await type("serve", "--stop").catch(() => "");
    await rm(home, { recursive: true, force: true });
  }
});
