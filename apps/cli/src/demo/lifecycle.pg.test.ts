import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@squadroom/client/http";
import { demoStoryOf, KILLED_AT } from "@squadroom/core/room/demo-story";
import { ROLE_LIBRARY } from "@squadroom/core/team/library";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { expect, onTestFinished, test } from "vitest";
import { TestServer } from "../server.fixture.ts";
import { runSquad } from "./squad.ts";

test("the demo of a pipeline shows a blocked round, its revision, a killed worker and a checkpoint", async () => {
  const server = await TestServer.start();
  onTestFinished(() => server.stop());
  await server.ask(["room", "new", "lifecycle", "--preset", "lifecycle"]);
  const tokens: Record<string, string> = {};
  for (const { name } of ROLE_LIBRARY) tokens[name] = await server.credential("lifecycle", name);
  const ended = new AbortController();
  const { signal } = ended;
  const squad = runSquad({ url: server.url, room: "lifecycle", tokens, pace: 0.01, signal });
  const { call } = createClient({ baseUrl: server.url, token: tokens.coordinator as string });
  const params = { room: "lifecycle" };
  const viewNow = async () => (await call("getRoom", { params })).view;
  const asked = async () =>
    Object.values((await viewNow()).decisions).find(({ kind }) => kind === "pipeline_checkpoint");
  try {
    await eventually(async () => expect(await asked()).toBeDefined());
    const view = await viewNow();
    expect(demoStoryOf(view)).toMatchObject({ done: 4, now: "checkpoint", isAsked: true });
    const [session] = view.sessions.live;
    const rounds = (session?.discussions ?? []).map(({ step, verdict }) => [step, verdict?.outcome, verdict?.severity]);
    expect(rounds).toEqual([
      ["RESEARCH-001", "reached", "none"],
      ["DRAFT-001", "reached", "low"],
      ["DRAFT-002", "blocked", "high"],
      ["DRAFT-002-R1", "reached", "none"],
      ["DRAFT-003", "blocked", "medium"],
      ["DRAFT-004", "reached", "none"],
      ["QUALITY-001", "reached", "none"],
    ]);
    const { task } = await call("getTask", { params: { ...params, taskId: KILLED_AT } });
    expect(task.result?.summary).toContain("Nothing was redone: spec/architecture.md");
    const query = { after: 0, limit: 1000 };
    const { data: events } = await call("listEvents", { params, query });
    const ofKilled = events.flatMap(({ type, data }) => ("taskId" in data && data.taskId === KILLED_AT ? [type] : []));
    expect(ofKilled.filter((type) => type === "task.claimed")).toHaveLength(2);
    expect(ofKilled.filter((type) => type === "task.completed")).toHaveLength(1);

    const exported = async (into: string) => {
      const folder = join(server.folder, into);
      await server.ask(["session", "export", "1", folder, "--room", "lifecycle"]);
      const [session = ""] = await readdir(folder);
      return (await readdir(join(folder, session, "discussions"))).sort();
    };
    const whileItRuns = await exported("running");
    expect(whileItRuns).toHaveLength(rounds.length);
    expect(whileItRuns.filter((name) => name.includes("-R1"))).toEqual([
      expect.stringMatching(/^DISCUSS-\d{3}-R1-discussion\.md$/),
    ]);
    await server.ask(["decide", (await asked())?.id ?? "", "resume", "--room", "lifecycle"]);
    await eventually(async () => expect((await viewNow()).sessions.ended).toHaveLength(1));
    expect((await viewNow()).sessions.ended[0]).toMatchObject({ end: "completed" });
    expect((await server.type(["verify", "lifecycle"])).code).toBe(0);
    // The reviewer's round is about the specification, not the code.
    expect(await exported("ended")).toEqual(whileItRuns);
  } finally {
    ended.abort();
    await squad;
  }
});
