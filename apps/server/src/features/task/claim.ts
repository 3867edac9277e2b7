import type { ServerResponse } from "node:http";
import { stopText } from "@squadroom/core/agent/stopped";
import { nextItem } from "@squadroom/core/backlog/backlog";
import { pauseText } from "@squadroom/core/backlog/pause-text";
import { questionOf } from "@squadroom/core/decision/asking";
import type { AgentId, Fence, RoleName, RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { titleOf } from "@squadroom/core/kernel/title";
import { awaited } from "@squadroom/core/task/blockers";
import type { Claimed } from "@squadroom/core/task/command";
import type { ClaimReply } from "@squadroom/core/task/contract";
import { whyNotGiven } from "@squadroom/core/task/not-given";
import { heldTask } from "@squadroom/core/task/order";
import { withSession } from "@squadroom/core/task/work";
import type { AgentPrincipal } from "../../platform/auth/principal.ts";
import type { CallOf, FeatureRoutes, RouteTools } from "../../platform/http/route.ts";
import type { CachedRoom } from "../../platform/room/cached-room.ts";
import type { Rooms } from "../../platform/room/rooms.ts";
import type { WaitEnd, Waiter } from "../../platform/room/waiters.ts";
import {
  agentCaller,
  agentOf,
  answerWith,
  createDeliveries,
  type Receiver,
  receiverOf,
  replyOf,
  roomOf,
} from "../agent/index.ts";

type Found = { claimed: Claimed; seq: number };
type Made = Pick<NonNullable<ClaimReply["task"]>, "taskId" | "fence">;
type Answering = Pick<ServerResponse, "writableFinished" | "destroyed" | "once">;
type Ended = "time" | WaitEnd;
interface UnderWay {
  calls: Set<Answering>;
  /** No answer with it has got out yet. */
  made: Made | null;
}

/**
 * Claims, and the long poll. A poll registers first and then looks at the head, so that nothing falls between; it needs
 * no idempotency key: a repeated claim answers with the same task.
 */
export const claimRoutes: FeatureRoutes = (tools) => {
  const { route, rooms } = tools;
  const { deliver, mailOf } = createDeliveries(tools);
  /** Each agent's open calls, and the claim that the first of them made. */
  const underWay = new Map<AgentId, UnderWay>();

  route("claimTask", async (call) => {
    const raw: Answering = call.reply.raw;
    const { id: agentId } = agentOf(call);
    const mine = underWay.get(agentId) ?? { calls: new Set(), made: null };
    underWay.set(agentId, mine);
    mine.calls.add(raw);
    let tells = false;
    try {
      const answer = await answerTo(call);
      tells = answer.task !== null;
      if (answer.task && !answer.again) mine.made = answer.task;
      return answerWith(call, answer, "task");
    } finally {
      settle(roomOf(call), agentId, raw, tells);
    }
  });

  async function answerTo(call: CallOf<"claimTask">): Promise<ClaimReply> {
    const roomId = roomOf(call);
    const principal = agentOf(call);
    const by = agentCaller(call);
    const { raw } = call.reply;
    const claim = async (): Promise<Found> => {
      const answer = replyOf(await rooms.execute(roomId, { type: "claim", by }, { credential: principal.credential }));
      return { claimed: answer, seq: answer.seq };
    };
    let found = await claim();
    let why: Ended = "time";
    if (found.claimed.taskId === null && call.body.waitS > 0 && found.claimed.mail.length === 0) {
      const waited = await wait(tools, roomId, principal, by.connection, claim, {
        waitMs: call.body.waitS * 1000,
        joins: call.door === "mcp",
        isOpen: () => !raw.destroyed,
      });
      found = waited.found ?? found;
      why = waited.why;
    }
    if (why === "superseded" || why === "replaced") {
      const by = why === "replaced" ? "poll" : "join";
      throw refuse("superseded", `A newer ${by} of this agent took over.`, { by });
    }
    if (why === "revoked") throw refuse("unauthorized", "This credential ended.", {});
    return await answerOf(roomId, receiverOf(call), found, why);
  }

  async function answerOf(
    roomId: RoomId,
    receiver: Receiver,
    { claimed, seq }: Found,
    why: Ended,
  ): Promise<ClaimReply> {
    const room = await rooms.read(roomId, seq);
    if (!room) throw refuse("room_unknown", "There is no such room.", { roomId });
    const messages = await mailOf(room, claimed.mail);
    if (claimed.taskId !== null) {
      const task = await deliver(room, receiver, claimed.taskId, messages);
      if (task) return { status: "task", task, again: claimed.again, seq };
    }
    return { status: "empty", task: null, ...emptyAnswer(room, receiver.id, why), messages, seq };
  }

  /**
   * No answer got out: the task is ready again, and the agent's next poll gets it first. If the agent has already asked
   * again, that answer has the same claim, which then has to last.
   */
  function settle(roomId: RoomId, agentId: AgentId, raw: Answering, tells: boolean): void {
    const over = () => {
      const mine = underWay.get(agentId);
      if (!mine?.calls.delete(raw)) return;
      if (tells && raw.writableFinished) mine.made = null;
      if (mine.calls.size > 0) return;
      underWay.delete(agentId);
      const { made } = mine;
      if (made) releaseClaim(rooms, roomId, made.taskId, made.fence);
    };
    if (!tells || raw.destroyed) over();
    else raw.once("close", over);
  }
};

/** Waits in memory; resolves with the claim, or with why there is none. */
function wait(
  { waiters, auth }: Pick<RouteTools, "waiters" | "auth">,
  roomId: RoomId,
  { id: agentId, credential }: AgentPrincipal,
  connection: number | null,
  claim: () => Promise<Found>,
  { waitMs, joins, isOpen }: { waitMs: number; joins: boolean; isOpen: () => boolean },
): Promise<{ found: Found | null; why: Ended }> {
  return new Promise((resolve, reject) => {
    let isDone = false;
    const finish = (outcome: { found: Found | null; why: Ended }) => {
      if (isDone) return;
      isDone = true;
      clearTimeout(timer);
      remove();
      resolve(outcome);
    };
    const waiter: Waiter = {
      roomId,
      agentId,
      credentialId: credential.id,
      connection,
      isOpen: () => !isDone && isOpen(),
      joins,
      busy: false,
      again: false,
      claim: async () => {
        try {
          const found = await claim();
          const { taskId, mail } = found.claimed;
          if (taskId === null && mail.length === 0) return false;
          finish({ found, why: "time" });
          return true;
        } catch (error) {
          if (!isDone) {
            isDone = true;
            clearTimeout(timer);
            remove();
            reject(error);
          }
          return false;
        }
      },
      end: (why) => finish({ found: null, why }),
    };
    // While a claim is under way its answer decides, not the clock.
    const expire = () => {
      if (waiter.busy) timer = setTimeout(expire, 50);
      else finish({ found: null, why: "time" });
    };
    let timer = setTimeout(expire, waitMs);
    const remove = waiters.add(waiter);
    // Nobody who waits is told of a change between the authentication and this line.
    if (!auth.isCurrent(credential)) waiter.end("revoked");
  });
}

function releaseClaim(rooms: Rooms, roomId: RoomId, taskId: TaskId, fence: Fence): void {
  rooms
    .execute(roomId, {
      type: "release",
      taskId,
      fence,
      reason: "The answer with the task didn't reach the agent.",
    })
    .catch(() => undefined);
}

/** The same for a claim that another process made and answered, for a caller of this one. */
export function releaseUnsent(rooms: Rooms) {
  return (def: { id: string }, roomId: RoomId, answer: Buffer): void => {
    if (def.id !== "claimTask") return;
    const { task, again } = JSON.parse(String(answer)) as {
      task?: Made | null;
      again?: boolean;
    };
    if (task && !again) releaseClaim(rooms, roomId, task.taskId, task.fence);
  };
}

/** How soon an agent outside a long poll may come back, seconds: a loop without this would run hot. */
const AGAIN_AFTER_S = 1;

/** Every empty answer says why. */
function emptyAnswer(room: CachedRoom, agentId: AgentId, why: Ended) {
  if (why === "stopping") {
    return {
      reason: "server_stopping" as const,
      detail: "The server is restarting; ask again in a moment.",
      retryAfterS: 2,
    };
  }
  const asked = questionOf(room.view, agentId);
  if (asked) {
    const detail = `A person hasn't answered yet: “${titleOf(asked.question)}”. The task stays yours.`;
    return { reason: "waiting_on_human" as const, detail, retryAfterS: AGAIN_AFTER_S };
  }
  const mine = heldTask(room.view, agentId);
  const waits = mine && awaited(mine);
  if (waits) {
    const detail = `${waits.requiresAgent ?? "Nobody"} hasn't answered yet: “${titleOf(waits.description)}”. The task stays yours.`;
    return { reason: "waiting_for_answer" as const, detail, retryAfterS: AGAIN_AFTER_S };
  }
  const detail = stopText(room.view, agentId);
  if (detail !== null) {
    return { reason: "waiting_on_human" as const, detail, retryAfterS: AGAIN_AFTER_S };
  }
  const blocked = whyNotGiven(room.view, agentId);
  if (blocked.length > 0) return { reason: "blocked" as const, detail: blocked.join(" "), retryAfterS: AGAIN_AFTER_S };
  const role = room.view.agents[agentId]?.role;
  const held = room.view.tasks.filter((task) => task.role === role && task.lease !== null);
  if (held.length > 0) {
    return {
      reason: "role_busy" as const,
      detail: `Other agents work on ${held.map((task) => task.id).join(", ")}.`,
      retryAfterS: AGAIN_AFTER_S,
    };
  }
  return {
    reason: "no_tasks" as const,
    detail: `There is no task for ${role ?? "you"}.${stoppedText(room, role)}${clearingPausedText(room, role)}${pausedText(room)}`,
    retryAfterS: AGAIN_AFTER_S,
  };
}

/** The role's last work ended with its session. */
function stoppedText({ view }: CachedRoom, role: RoleName | undefined): string {
  const last = view.ended.find((one) => one.role === role);
  const how = last ? withSession(view, last) : "";
  return last && how !== "" ? ` ${last.id} was cancelled${how}.` : "";
}

/** Nobody gets work from a paused session. */
function pausedText({ view: { sessions } }: CachedRoom): string {
  return sessions.live
    .filter(({ state }) => state === "paused")
    .slice(0, 3)
    .map(({ id, title }) => ` Session ${id}, “${titleOf(title)}”, is paused until a person resumes it.`)
    .join("");
}

/** Why the entry point is not handed the next item while the room clears its backlog. */
function clearingPausedText({ view: { team, backlog } }: CachedRoom, role: RoleName | undefined): string {
  if (!backlog.paused || role !== team?.entryPoint || !nextItem(backlog)) return "";
  return ` Working through the backlog is paused. ${pauseText(backlog.paused.why)}`;
}
