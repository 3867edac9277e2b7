import { RefusalError } from "@squadroom/core/kernel/refusal";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import { mailText } from "../mail.ts";
import type { watchParents } from "../parents.ts";
import { checkTool } from "./policy.ts";
import { endHeldIfDone, endIfDone, keepHashes } from "./resume.ts";
import { type HookSeat, keptNow } from "./seat.ts";
import type { HookEvent, Hooked, Outcome } from "./shapes.ts";
import { tellSign } from "./signs.ts";
import { tellUsage } from "./usage.ts";
import { waitForNext } from "./waiting.ts";

export interface Around {
  harness: Hooked;
  now: () => number;
  ancestry: () => string;
  /** The process of the harness. */
  host: () => string | undefined;
  watch: typeof watchParents;
  fetch: typeof fetch;
  /** How long the end of a turn may wait, s. */
  waitS: number;
}

const NOTHING: Outcome = { act: "nothing" };
/** A conversation that continues is the same one. */
const SAME = ["compact", "clear"];

/** Whether a person begins a conversation with it, or returns to one. */
export function isNew({ kind, source }: HookEvent): boolean {
  return kind === "start" && !SAME.includes(source ?? "");
}

/** What a harness's event does in the room. */
export async function actOn(seat: HookSeat, event: HookEvent, around: Around): Promise<Outcome> {
  // The end of a subagent is not the agent's, and anything told to it then would be lost.
  if (event.helper !== null && (event.kind === "start" || event.kind === "stop")) return NOTHING;
  if (event.kind === "sign") {
    await tellSign(seat, event);
    return NOTHING;
  }
  // Connected while its harness was running.
  if (event.kind !== "start" && seat.state.connection === null) await join(seat, event, around);
  try {
    return await act(seat, event, around);
  } catch (error) {
    if (!isLost(error)) throw error;
    await join(seat, event, around);
    return await act(seat, event, around);
  }
}

async function act(seat: HookSeat, event: HookEvent, around: Around): Promise<Outcome> {
  switch (event.kind) {
    case "start": {
      const outcome = await start(seat, event, around);
      await meter(seat, event, around, true);
      return outcome;
    }
    case "before": {
      const outcome = await checkTool(seat, event, { ...around, untilMs: untilOf(around) });
      // Afterwards there is no task to report it for.
      if (ENDS.test(event.tool)) {
        await keepHashes(seat, event.input);
        await meter(seat, event, around, true);
      }
      return outcome;
    }
    case "after":
      await meter(seat, event, around, false);
      if (REPORTS.test(event.tool)) await keepHashes(seat, event.input);
      return (TAKES.test(event.tool) && (await endTaken(seat))) || bringMail(seat, event);
    case "stop":
      await meter(seat, event, around, true);
      return event.isPaused ? NOTHING : next(seat, event, around);
    case "sign":
      return NOTHING;
    default:
      return unreachable(event.kind);
  }
}

const ENDS = /squadroom.*(hand_off|complete_task|fail_task)$/;
const REPORTS = /squadroom.*report_progress$/;
const TAKES = /squadroom.*(wait_for_task|hand_off|complete_task|fail_task)$/;

/** A task that the tool brought, if an earlier attempt had finished it. */
async function endTaken(seat: HookSeat): Promise<Outcome | null> {
  const done = await endHeldIfDone(seat);
  return done === null ? null : { act: "tell", text: `${done} Call wait_for_task again.` };
}

/** Figures keep nobody from working. */
async function meter(seat: HookSeat, event: HookEvent, around: Around, isDue: boolean) {
  await tellUsage(seat, event, { ...around, isDue }).catch(() => undefined);
}

/** It joins, and reads what an agent of the room reads first. */
async function start(seat: HookSeat, event: HookEvent, around: Around): Promise<Outcome> {
  if (isNew(event) || seat.state.connection === null) await join(seat, event, around);
  // The name by which it is known from now on, so that it keeps its seat wherever it goes.
  else await seat.update({ kept: keptBy(seat, event, around) });
  const params = { room: seat.state.room.id };
  const { prompt, delivery } = await seat.client().call("getContext", { params });
  const done = await endIfDone(seat, delivery);
  const held =
    done ??
    (delivery
      ? `You hold ${delivery.taskId}. Call show_context to read it again, and go on with it.`
      : "You hold no task.");
  return { act: "tell", text: `${prompt}\n${HOW}\n${held}\n` };
}

async function join(seat: HookSeat, event: HookEvent, around: Around): Promise<void> {
  const { role, room } = seat.state;
  const { connection, role: as } = await seat.client().call("joinRoom", {
    params: { room: room.id },
    body: {
      ...(role === null ? {} : { role }),
      harness: around.harness,
      class: "hooked",
      door: "mcp",
    },
  });
  const kept = keptBy(seat, event, around);
  await seat.update({ connection, role: as, task: null, kept });
}

function keptBy(seat: HookSeat, { session }: HookEvent, { ancestry, host }: Around) {
  return keptNow(seat, { ancestry: ancestry(), host: host(), session });
}

const HOW = "Your harness brings you each next task by itself when you end your turn: end it instead of waiting.";

/** A sign of life, and mail for an agent at work: nobody else is interrupted, not even a subagent. */
async function bringMail(seat: HookSeat, { helper }: HookEvent): Promise<Outcome> {
  const params = { room: seat.state.room.id };
  const { mail, holds } = await seat.client().call("renewLease", { params });
  if (mail === 0 || holds === null || helper !== null) return NOTHING;
  const { task } = await seat.client().call("claimTask", { params, body: { waitS: 0 } });
  const messages = task?.messages ?? [];
  return messages.length > 0 ? { act: "tell", text: mailText(messages) } : NOTHING;
}

/** The next task instead of the end. An agent that ends its turn twice over the same task may go. */
async function next(seat: HookSeat, event: HookEvent, around: Around): Promise<Outcome> {
  const untilMs = untilOf(around);
  const ended: string[] = [];
  let waited = await waitForNext(seat, untilMs, around);
  for (let done = await endIfDone(seat, waited?.task ?? null); done !== null; ) {
    ended.push(done);
    waited = await waitForNext(seat, untilMs, around);
    done = await endIfDone(seat, waited?.task ?? null);
  }
  if (!waited) return NOTHING;
  const { task, messages, isUnfinished } = waited;
  if (!task) return { act: "go_on", text: mailText(messages) };
  const reminded = `${task.taskId} ${task.fence}`;
  if (isUnfinished && event.isRepeat && seat.kept.reminded === reminded) return NOTHING;
  const kept = { ...seat.kept, ...(isUnfinished ? { reminded } : {}) };
  const { taskId, fence, title, successCriteria, keys } = task;
  await seat.update({ task: { taskId, fence, title, successCriteria, keys }, kept });
  const note = isUnfinished
    ? `You still hold ${taskId}: end it, or say what it waits for.\n\n`
    : ended.map((line) => `${line}\n\n`).join("");
  return { act: "go_on", text: note + task.text };
}

function untilOf({ now, waitS }: Around): number {
  return now() + waitS * 1000;
}

/** Whether this seat has ended for good. */
export function isOver(error: unknown): boolean {
  return error instanceof RefusalError && (error.code === "unauthorized" || error.code === "room_unknown");
}

/** It left, or the server was restored to a time before it joined. */
function isLost(error: unknown): boolean {
  return error instanceof RefusalError && (error.code === "not_joined" || error.code === "server_restored");
}
