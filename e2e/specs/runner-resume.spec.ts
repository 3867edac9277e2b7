import { once } from "node:events";
import { withRounds } from "../fixtures/discussion.ts";
import { agentWith, aProject, COMMAND, livingOf, Runners } from "../fixtures/runner.ts";
import { finish } from "../fixtures/session.ts";
import { expect, test } from "../fixtures/test.ts";

/** A writer that makes each of its documents in a turn. */
const draft = (id: string, path: string, more: unknown[] = [{ end: { message: `${id} is done.` } }]) => ({
  when: `(?:^|\n)# (${id})\\b`,
  do: [{ say: `I write ${id}.` }, { write: path, text: `# ${id}\n` }, ...more],
});
const REPORT = {
  call: "report_progress",
  input: {
    taskId: "DRAFT-002",
    percent: 100,
    action: "Done",
    remaining: [],
    artifacts: [{ path: "spec/requirements.md", status: "created" }],
  },
};
const FIRST = {
  rules: [draft("DRAFT-001", "spec/brief.md"), draft("DRAFT-002", "spec/requirements.md", [REPORT, { hang: "deaf" }])],
};
const SECOND = {
  rules: ["DRAFT-001", "DRAFT-002", "DRAFT-003", "DRAFT-004"].map((id) => draft(id, `spec/again-${id}.md`)),
};

test("a worker that is killed in its loop is started again and redoes nothing that was done", async ({
  makeRoom,
  person,
  anAgent,
}, testInfo) => {
  const room = await makeRoom("lifecycle");
  const params = { room: room.name };
  await withRounds(person, room.name);
  const analyst = await anAgent({ room: room.name, role: "analyst" });
  await person.client.call("createSession", {
    params,
    body: { title: "Refunds", description: "Money back.", pipeline: "spec-only" },
  });
  await finish(analyst, await analyst.take());

  const folder = testInfo.outputPath("project");
  const git = await aProject(folder);
  const runners = new Runners(() => person);
  const start = async (mind: unknown) =>
    runners.spawn(folder, process.execPath, [
      COMMAND,
      "run",
      "--room",
      room.name,
      "--role",
      "writer",
      "--",
      ...(await agentWith(folder, mind)),
    ]);
  const taskOf = async (taskId: string) =>
    (await person.client.call("getTask", { params: { ...params, taskId } })).task;
  try {
    const runner = await start(FIRST);
    // The room has the file with its hash, and its worker does not answer any more.
    await expect
      .poll(async () => (await taskOf("DRAFT-002")).progress?.artifacts ?? [], { timeout: 60_000 })
      .toMatchObject([{ path: "spec/requirements.md", hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    runner.kill("SIGKILL");
    await once(runner, "exit");
    await expect.poll(() => livingOf(runner)).toEqual([]);
    expect((await taskOf("DRAFT-001")).state).toBe("completed");

    await start(SECOND);
    await expect.poll(async () => (await taskOf("DRAFT-004")).state, { timeout: 90_000 }).toBe("completed");
    expect(await taskOf("DRAFT-002")).toMatchObject({
      state: "completed",
      result: { summary: expect.stringContaining("Unchanged since then: spec/requirements.md.") },
    });
    const { data } = await person.client.call("listEvents", { params, query: { after: 0 } });
    const completed = data.flatMap((event) =>
      event.type === "task.completed" && event.data.taskId.startsWith("DRAFT") ? [event.data.taskId] : [],
    );
    expect(completed).toEqual(["DRAFT-001", "DRAFT-002", "DRAFT-003", "DRAFT-004"]);
    const branches = await git("for-each-ref", "--format=%(refname:short)", "refs/heads/squadroom");
    const files = await Promise.all(
      branches
        .trim()
        .split("\n")
        .map((name) => git("ls-tree", "-r", "--name-only", name)),
    );
    const all = files.join("\n");
    expect(all).toContain("spec/requirements.md");
    expect(all).toContain("spec/again-DRAFT-003.md");
    expect(all).not.toMatch(/again-DRAFT-00[12]/);
  } finally {
    await runners.end();
  }
});
