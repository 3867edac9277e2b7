import { setTimeout as pauseMs } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "../server.fixture.ts";
import { runSquad } from "./squad.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

interface Asked {
  id: string;
  kind: string;
  options: { id: string }[];
}

test("the demo squad takes a session from triage to its second batch, with a rejected review", async () => {
  await server.ask(["room", "new", "show", "--preset", "squad"]);
  const tokens: Record<string, string> = {};
  for (const role of ["planner", "builder", "reviewer"]) tokens[role] = await server.credential("show", role);
  const ended = new AbortController();
  const squad = runSquad({
    url: server.url,
    room: "show",
    tokens,
    pace: 0.01,
    signal: ended.signal,
    ask: async () => undefined,
  });
  const lead = (...args: string[]) => server.type([...args, "--room", "show"]);
  const statusNow = async () => {
    const { data: sessions } = (await server.ask(["session", "list", "--room", "show"])) as {
      data: { status: string }[];
    };
    return sessions[0]?.status;
  };
  try {
    await lead("session", "add", "Refunds", "in", "parts");
    const kinds: string[] = [];
    for (let i = 0; i < 400 && (await statusNow()) !== "completed"; i++) {
      const { data: decisions } = (await server.ask(["decisions", "--room", "show"])) as {
        data: Asked[];
      };
      const asked = decisions.find(({ kind }) => kind !== "role_unavailable");
      if (!asked) {
        await pauseMs(50);
        continue;
      }
      const isTalk = asked.kind === "questions" && !kinds.includes("questions");
      const first = asked.kind === "questions" ? "done" : (asked.options[0]?.id ?? "");
      const option = isTalk ? "discuss" : first;
      const note = isTalk ? ["--note", "Fewer, please."] : [];
      const done = await lead("decide", asked.id, option, ...note);
      if (done.code === 0) kinds.push(asked.kind);
    }
    expect(await statusNow()).toBe("completed");
    expect(new Set(kinds)).toEqual(
      new Set(["triage", "questions", "approach", "design_section", "plan", "batch_checkpoint"]),
    );
    const judged = (await server.ask(["task", "show", "DEV-001", "--room", "show"])) as {
      task: { state: string };
      reviews: { round: number; passed: boolean }[];
    };
    expect(judged.task.state).toBe("completed");
    expect(judged.reviews.map(({ round, passed }) => [round, passed])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect(kinds.filter((kind) => kind === "plan")).toHaveLength(2);
    expect((await server.type(["verify", "show"])).code).toBe(0);
  } finally {
    ended.abort();
    await squad;
  }
});
