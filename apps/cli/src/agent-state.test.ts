import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type AgentState, AgentStates, hashToken } from "./agent-state.ts";

const TOKEN = "token";
const STATE: AgentState = {
  version: 1,
  agentId: "agent",
  name: "Builder",
  url: "http://127.0.0.1:4600",
  tokenHash: hashToken("http://127.0.0.1:4600", TOKEN),
  room: { id: "room", name: "Room" },
  connection: 1,
  role: "builder",
  task: null,
  kept: { token: TOKEN, folder: "/project", ancestry: "" },
  pending: {},
  spent: [],
};

test("an agent that joined in the open and goes on in a sandbox is one agent, as it was last", async () => {
  const folder = await mkdtemp(join(tmpdir(), "squadroom-state-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [home, open] = [join(folder, "home"), join(folder, "open")];
  await new AgentStates([home]).save(STATE);
  await utimes(join(home, `agent.${STATE.tokenHash.slice(0, 8)}.json`), 1, 1);
  await new AgentStates([open]).save({ ...STATE, connection: 2 });
  await new AgentStates([open]).save({ ...STATE, agentId: "another" });

  const all = await new AgentStates([home, open]).all();

  expect(all.map(({ agentId, connection }) => `${agentId} ${connection}`).sort()).toEqual(["agent 2", "another 1"]);
});
