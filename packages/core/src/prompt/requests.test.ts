import { describe, expect, it } from "vitest";
import { TASK_KINDS, type TaskKind } from "../delivery/ends.ts";
import { handOff } from "../handoff/contract.ts";
import { kindOf } from "../handoff/ends.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import { completeTask, failTask } from "../task/contract.ts";
import { pointOfView } from "../testing/discussion.fixture.ts";
import { REPLIES } from "../testing/replies.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { TASK_SETUPS } from "../testing/task-kinds.fixture.ts";
import { PLACEHOLDERS } from "./commands.ts";
import { allowedHandoffs, type HeldTask } from "./deliver.ts";
import { deliveryText } from "./delivery.ts";

function held(kind: TaskKind) {
  const driver = new SessionDriver();
  const by = TASK_SETUPS[kind](driver);
  const task = driver.claim(by);
  return { driver, by, task };
}

/** The requests that end it, as an agent that calls by routes reads them. */
function requestsOf({ driver, by, task }: ReturnType<typeof held>) {
  const { room, now } = driver;
  const agent = { ...room.agents[by.id], door: "rest" } as never;
  const input = { room, task, agent, handoffs: allowedHandoffs(room, task, agent) };
  const keys = { handoff: "a", done: "b", fail: "c" };
  const sent = { origin: null, messages: [], recent: [], keys, now };
  const text = deliveryText({ ...input, ...sent, isWhole: true });
  const [ends = ""] = text.slice(text.indexOf("## How to end it")).split("Until then");
  expect(ends).not.toMatch(/--\w|squadroom /);
  const found = ends.matchAll(/^POST …\/(?:tasks\/([\w-]+)\/)?(\w+)\n(\{.*\})$/gm);
  return [...found].map(([, id, route, body]) => {
    if (id !== undefined) expect(id).toBe(task.id);
    return { route, body: inOwnWords(JSON.parse(body ?? "")) };
  });
}

/** The same with something said where words of one's own go. */
function inOwnWords<T>(body: T): T {
  const words: readonly string[] = Object.values(PLACEHOLDERS);
  return JSON.parse(JSON.stringify(body), (_, value) => (words.includes(value) ? "said in own words" : value)) as T;
}

function replyTo(kind: TaskKind): unknown {
  if (kind === "perspective") return JSON.parse(pointOfView());
  return kind === "review" ? REPLIES.review : REPLIES.scout;
}

/** What the route makes of it. */
function commandOf(
  { route, body }: ReturnType<typeof requestsOf>[number],
  { by, task, reply }: { by: AgentCaller; task: HeldTask; reply: unknown },
): Command {
  const of = { by, taskId: task.id, fence: task.lease.fence };
  if (route === "failure") {
    const { reason } = failTask.body.parse(body);
    return { type: "fail", ...of, reason };
  }
  if (route === "completion") {
    const asked = body.reply === undefined ? {} : { reply };
    const { fence, result, reply: text } = completeTask.body.parse({ ...body, ...asked });
    expect(fence).toBe(of.fence);
    const said = text === undefined ? {} : { reply: JSON.stringify(text) };
    return { type: "complete", ...of, result: result as never, ...said, next: false };
  }
  expect(route).toBe("handoffs");
  const { taskId, to, intent, message, result } = handOff.body.parse(body);
  expect(taskId).toBe(of.taskId);
  const handoff = { to, intent, message, result: { summary: message, ...result } } as never;
  return { type: "handOff", ...of, handoff, next: false };
}

describe("each end of a task, as a request", () => {
  it.each(TASK_KINDS)("can be sent as it stands: %s", (kind) => {
    const first = held(kind);
    expect(kindOf(first.driver.room, first.task)).toBe(kind);
    const count = requestsOf(first).length;
    expect(count).toBeGreaterThan(1);
    const routes = new Set<string | undefined>();
    for (let i = 0; i < count; i++) {
      const again = held(kind);
      const request = requestsOf(again)[i];
      if (!request) throw new Error("it is printed each time");
      routes.add(request.route);
      const reply = replyTo(kind);
      const sent = commandOf(request, { ...again, reply });
      const { state } = again.driver.run(sent) as { state?: string };
      expect(state).not.toBe("reply_refused");
    }
    expect(routes).toContain("failure");
  });
});
