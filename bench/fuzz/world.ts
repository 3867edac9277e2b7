import { createClient } from "@squadroom/client/http";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { personClient, type Server } from "../harness/server.ts";
import { createMemory, type Memory } from "./memory.ts";
import { beginSessions } from "./sessions.ts";
import type { Known } from "./values.ts";

/** Who calls, and what only it knows. */
export interface FuzzCaller {
  kind: "person" | "agent" | "nobody";
  headers: Record<string, string>;
  /** Of an agent: its id, and the task in its hand with the ways that it may go. */
  agentId: string | null;
  held: { known: Known; ways: Known[] } | null;
  /** Of somebody who signs in with a name. */
  own: Known;
}

/** A room with a squad that holds its tasks: two persons, its agents, and nobody may call. */
export interface FuzzRoom {
  roomId: string;
  name: string;
  /** The room before, or one that never was. */
  foreignRoom: string;
  callers: FuzzCaller[];
  memory: Memory;
  /** The address of a gate that failed, of a session that is parked. */
  failedGate: Known;
  /** The address of a blocker that is open. */
  blocked: Known;
  /** Gives the person in the browser a sign-in again. */
  signInAgain(caller: FuzzCaller): Promise<void>;
}

export const ROLES = ["planner", "builder", "reviewer"];

function unlessRefused(error: unknown): null {
  if (error instanceof RefusalError) return null;
  throw error;
}

/** The fuzzer may remove what it works on: it gets a new room now and then. */
export async function makeRoom(
  server: Server,
  number: number,
  former: FuzzRoom | null,
  webhookUrl: string,
): Promise<FuzzRoom> {
  const person = personClient(server);
  const name = `fuzz-${number}`;
  const { roomId } = await person.call("createRoom", { body: { name, preset: "squad" } });
  const params = { room: roomId };
  const items = [{ title: "An item" }, { title: "Another item" }];
  await person.call("addItems", { params, body: { items } });
  const tasks = ROLES.map((role) => ({ role, title: `A task for ${role}`, instruction: "Do it." }));
  const memory = createMemory(roomId, former?.memory ?? null);
  const agents: FuzzCaller[] = [];
  let failedGate: Known = {};
  let blocked: Known = {};
  for (const role of ROLES) {
    const body = { name: `${role} ${number}`, roles: [role] };
    const { token, credential } = await person.call("createCredential", { params, body });
    const agent = createClient({ baseUrl: server.baseUrl, token });
    await agent.call("joinRoom", { params, body: { role, class: "managed", harness: "fuzz" } });
    const claim = () => agent.call("claimTask", { params, body: { waitS: 0 } });
    if (role === "planner") {
      failedGate = await beginSessions(person, agent, params, memory, {
        waits: number % 2 === 0,
      });
      // It has work on items before any other, and ends it with a question.
      for (const item of ["1", "2"]) await person.call("pickItem", { params: { ...params, item } });
      await ask(agent, params, await claim());
      await person.call("createTasks", { params, body: { tasks: [...tasks, ...tasks] } });
    }
    if (role === "reviewer") for (let n = 0; n < 6; n++) await fail(agent, params, await claim());
    const answer = await claim();
    memory.learn("claimTask", answer, {});
    if (role === "builder") blocked = await block(agent, params, answer);
    agents.push({ ...anAgent(token, credential.id), held: heldIn(answer) });
  }
  // What takes several calls of the right one in a row stands at the beginning: an item whose work ended
  // with a question, a task that failed, one that is blocked, and an answer that can be taken back.
  const { data: decisions } = await person.call("listDecisions", {
    params,
    query: { state: "pending" },
  });
  const answers = new Set<string>();
  for (const { id: decisionId, options, kind } of decisions) {
    if (answers.has(kind)) continue;
    answers.add(kind);
    const optionId = options.find(({ canUndo }) => canUndo)?.id;
    if (optionId === undefined) continue;
    const answered = await person.call("answerDecision", {
      params: { ...params, decisionId },
      body: { optionId },
    });
    memory.learn("answerDecision", answered, {});
  }
  // Every other room sends messages by rules and events to a webhook, and has sent some.
  if (number % 2 === 1) {
    const { webhook } = await person.call("createWebhook", { params, body: { url: webhookUrl } });
    const at = { ...params, webhookId: webhook.id };
    await person.call("testWebhook", { params: at });
    memory.learn("createWebhook", { webhook }, {});
    const { draft, version } = await person.call("getTeam", { params });
    const routing = { rules: [{ phrases: ["fix the build"], to: "builder" }] };
    const team = { ...draft, routing };
    await person.call("changeTeam", { params, body: { team, version, remap: {} } });
    for (const body of ["Fix the build.", "Please fix the build again."])
      await person.call("sendMessage", { params, body: { body } });
    memory.learn("listRouted", await person.call("listRouted", { params, query: {} }), {});
  }
  memory.learn("listBacklog", await person.call("listBacklog", { params, query: {} }), {});
  const member = `member ${number}`;
  const invited = await person.call("invitePerson", { body: { name: member } });
  await person.call("addRoomPerson", { params, body: { name: member, role: "owner" } });
  const browser: FuzzCaller = {
    kind: "person",
    headers: { "sec-fetch-site": "same-origin" },
    agentId: null,
    held: null,
    own: { personName: [member] },
  };
  const personId = invited.person.id;
  const signInAgain = async (caller: FuzzCaller) => {
    // A password that is set meanwhile ends open links.
    for (let cookie: string | null = null; cookie === null; ) {
      // Whoever was shut out gets no link, and may be shut out again before it is made.
      await person.call("setActive", { params: { personId }, body: { active: true } });
      const made = await person.call("makeLink", { body: { personId } }).catch(unlessRefused);
      cookie = made && (await cookieFor(server, made.url));
      if (cookie !== null) caller.headers.cookie = cookie;
    }
  };
  await signInAgain(browser);
  const local = { authorization: server.authorization };
  return {
    roomId,
    name,
    foreignRoom: former?.roomId ?? "no-such-room",
    memory,
    failedGate,
    blocked,
    signInAgain,
    callers: [
      { kind: "person", headers: local, agentId: null, held: null, own: {} },
      browser,
      { kind: "nobody", headers: {}, agentId: null, held: null, own: {} },
      ...agents,
    ],
  };
}

interface Claim {
  task: { taskId: string; fence: number } | null;
}

type AgentClient = ReturnType<typeof createClient>;

async function ask(agent: AgentClient, params: { room: string }, { task }: Claim): Promise<void> {
  if (!task) return;
  const { taskId, fence } = task;
  const body = { taskId, fence, to: "user" as const, intent: "question" as const };
  await agent.call("handOff", { params, body: { ...body, message: "Which of the two?" } });
}

async function block(agent: AgentClient, params: { room: string }, { task }: Claim): Promise<Known> {
  if (!task) return {};
  const { taskId, fence } = task;
  const body = { fence, blockers: [{ description: "The key is missing." }] };
  await agent.call("reportProgress", { params: { ...params, taskId }, body });
  return { taskId: [taskId], blocker: [1] };
}

async function fail(agent: AgentClient, params: { room: string }, { task }: Claim): Promise<void> {
  if (!task) return;
  const { taskId, fence } = task;
  const body = { fence, reason: "no luck" };
  await agent.call("failTask", { params: { ...params, taskId }, body });
}

export function anAgent(token: string, agentId: string): FuzzCaller {
  const headers = { authorization: `Bearer ${token}` };
  return { kind: "agent", headers, agentId, held: null, own: {} };
}

/** The task that an answer put into an agent's hand. */
export function heldIn(answer: unknown): FuzzCaller["held"] {
  const { task, next } = (answer ?? {}) as { task?: unknown; next?: unknown };
  const delivery = (task ?? next) as {
    taskId?: string;
    fence?: number;
    allowedHandoffs?: { to: string; intents: string[] }[];
  } | null;
  if (typeof delivery?.fence !== "number") return null;
  const { taskId, fence, allowedHandoffs = [] } = delivery;
  return {
    known: { taskId: [taskId], fence: [fence] },
    ways: allowedHandoffs.map(({ to, intents }) => ({ to: [to], intent: intents })),
  };
}

async function cookieFor(server: Server, url: string): Promise<string | null> {
  const answer = await fetch(new URL("/api/v1/sign-ins", server.baseUrl), {
    method: "POST",
    // Nobody's guesses are counted against this address.
    headers: { "content-type": "application/json", "x-forwarded-for": "198.51.100.1" },
    body: JSON.stringify({ link: url.split("#")[1] }),
  });
  if (answer.status === 410) return null;
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (!answer.ok || !cookie) throw new Error(`${answer.status}: ${await answer.text()}`);
  return cookie;
}
