import { findTool, placed, type Tool, takes } from "@squadroom/core/contract/tools";
import type { DeliveryReply } from "@squadroom/core/delivery/contract";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import type { ClaimReply } from "@squadroom/core/task/contract";
import {
  ANSWER_BYTES,
  type Answer,
  asData,
  asDelivery,
  asText,
  fitting,
  joined,
  partOf,
  refusalResult,
  resultOf,
  type ToolResult,
} from "./answers.ts";
import type { Keys } from "./keys.ts";
import type { Incoming, Seats } from "./seats.ts";

/** Shorter than the 300 s after which the least patient client gives a call up, whatever it hears. */
const WAIT_S = 280;
/** How often a refusal that was given before is asked about anew. */
const TRIES_MAX = 50;

export const READ_MORE = "read_more";

/** A tool call as it came. */
export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
  /** Of its JSON-RPC request. */
  id: string | number;
  /** Tells the client that it still waits. */
  tick: (() => void) | null;
}

/** What tools do: routes of the contract, for the agent whose credential it is. */
export function createCalls({ seats, keys }: { seats: Seats; keys: Keys }) {
  /** The result of a tool call; a refusal is one too. */
  async function answerTo(incoming: Incoming, call: ToolCall): Promise<ToolResult> {
    try {
      const answer = await act(incoming, call);
      return resultOf(answer);
    } catch (error) {
      if (error instanceof RefusalError) return refusalResult(error.refusal);
      throw error;
    }
  }

  async function act(incoming: Incoming, call: ToolCall): Promise<Answer> {
    const connection = await seats.connectionOf(incoming);
    const { source, tool } = wanted(call);
    if (call.name === READ_MORE) return more(incoming, connection, tool, call.arguments);
    const tellsItself = tool.routeId === "getContext" || tool.routeId === "joinRoom";
    const prompt = tellsItself ? null : await seats.introductionOf(incoming, connection);
    const answer = await run(incoming, connection, tool, call);
    const whole = fitting(answer, source);
    return prompt === null ? whole : introducing(prompt, whole);
  }

  async function run(
    incoming: Incoming,
    connection: number,
    tool: Tool,
    call: ToolCall,
  ): Promise<Answer> {
    if (tool.routeId === "claimTask") return wait(incoming, connection, call);
    if (tool.routeId === "joinRoom") {
      const again = await seats.join(incoming, call.arguments.role);
      const context = await seats.call(incoming, "getContext", { connection: again });
      return shown(tool, context as Record<string, unknown>);
    }
    const { wait: waits = true, ...given } = call.arguments;
    const reply = await perform(
      incoming,
      connection,
      tool,
      tool.endsTask ? given : call.arguments,
      call,
    );
    const answer = shown(tool, reply);
    // A reply that was refused is to be mended: the task is still in hand.
    if (!tool.endsTask || waits === false || reply.state === "reply_refused") return answer;
    return joined(answer, await wait(incoming, connection, call));
  }

  async function perform(
    incoming: Incoming,
    connection: number,
    tool: Tool,
    given: Record<string, unknown>,
    call: ToolCall,
  ): Promise<Record<string, unknown>> {
    const at = placed(tool, given);
    if (takes(tool, "fence")) {
      const { held, fence } = await seats.holdingOf(incoming, given.taskId);
      const isAboutTask = "taskId" in given || tool.endsTask === true;
      if (isAboutTask || held)
        at.body.fence = isAboutTask ? fence : (await seats.holdingOf(incoming, held)).fence;
    }
    const isRead = tool.annotations.readOnlyHint === true;
    if (isRead) return (await seats.call(incoming, tool.routeId, { ...at, connection })) as never;
    const { key, sent } = keys.keyOf({
      agentId: incoming.principal.id,
      asked: [tool.routeId, at],
      id: call.id,
      endsTask: tool.endsTask === true,
    });
    const { raw } = incoming.reply;
    raw.once("close", () => {
      if (raw.writableFinished) sent();
    });
    return anew(key, (one, onReplay) =>
      seats.call(incoming, tool.routeId, { ...at, connection, key: one, onReplay }),
    );
  }

  /** The task in hand, or the next one as soon as there is one. */
  async function wait(incoming: Incoming, connection: number, { tick }: ToolCall): Promise<Answer> {
    const timer = tick && setInterval(tick, TICK_MS);
    try {
      const asked = { body: { waitS: WAIT_S }, connection };
      const reply = (await seats.call(incoming, "claimTask", asked)) as ClaimReply;
      if (reply.task) return asDelivery(reply.task);
      const { reason, detail, messages } = reply;
      const next = reason === "waiting_on_human" ? WAITING : CALL_AGAIN;
      return asData({ task: null, reason, detail, messages, next });
    } finally {
      if (timer) clearInterval(timer);
    }
  }

  /** The part of an answer that did not fit. */
  async function more(
    incoming: Incoming,
    connection: number,
    tool: Tool,
    { from, arguments: given = {} }: Record<string, unknown>,
  ): Promise<Answer> {
    const args = given as Record<string, unknown>;
    const at = placed(tool, args);
    const reply = await seats.call(incoming, tool.routeId, { ...at, connection });
    const text = shown(tool, reply as Record<string, unknown>).texts.join("\n\n");
    const start = Number.isSafeInteger(from) && Number(from) > 0 ? Number(from) : 0;
    return partOf(text, start, { tool: tool.name, arguments: args });
  }

  return { answerTo };
}

/** Between two signs that a call still waits: half of what the least patient client allows silence. */
const TICK_MS = 10_000;
const CALL_AGAIN = "Call wait_for_task again.";
const WAITING = "Call wait_for_task again: it returns with the person's answer.";

function wanted(call: ToolCall): {
  tool: Tool;
  source: { tool: string; arguments: Record<string, unknown> };
} {
  const name = call.name === READ_MORE ? call.arguments.tool : call.name;
  const tool = findTool(String(name));
  if (!tool || (call.name === READ_MORE && !tool.annotations.readOnlyHint)) {
    throw refuse("bad_request", `There is no tool ${String(name)} to read more of.`, {
      tool: name,
    });
  }
  // What a write answers is read again by nobody: what it made is shown by the context.
  const isRead = tool.annotations.readOnlyHint === true;
  const source = isRead
    ? { tool: tool.name, arguments: call.arguments }
    : { tool: "show_context", arguments: {} };
  return { tool, source };
}

/** A stored refusal is no answer to a new call: it is asked about anew, under the next key. */
async function anew(
  key: string,
  send: (key: string, onReplay: () => void) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  for (let tried = 0; ; tried++) {
    let isOld = false;
    try {
      const reply = await send(tried === 0 ? key : `${key}.${tried}`, () => {
        isOld = true;
      });
      return reply as Record<string, unknown>;
    } catch (error) {
      if (!(error instanceof RefusalError) || !isOld || tried === TRIES_MAX) throw error;
    }
  }
}

/** What a reply is to its reader: prose where there is some. */
function shown({ routeId }: Tool, reply: Record<string, unknown>): Answer {
  switch (routeId) {
    case "getContext": {
      const { prompt, delivery } = reply as { prompt: string; delivery: DeliveryReply | null };
      return asText(`${prompt}\n\n${delivery?.text ?? "You hold no task."}`);
    }
    case "joinRoom":
      return asText(String(reply.prompt));
    default: {
      const { next: _, ...data } = reply;
      return asData(data);
    }
  }
}

/** The prompt in front where both fit, else what was asked for and as much of the prompt as there is room for. */
function introducing(prompt: string, answer: Answer): Answer {
  const size = answer.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const introduction = fittingIn(prompt, size);
  const data = { introduction: introduction.texts.join("\n\n"), ...answer.data };
  const isWhole = introduction.data.left === undefined;
  const { texts } = introduction;
  return { texts: isWhole ? [...texts, ...answer.texts] : [...answer.texts, ...texts], data };
}

function fittingIn(prompt: string, taken: number): Answer {
  const room = Math.max(ANSWER_BYTES - taken, 1_000);
  if (Buffer.byteLength(prompt) <= room) return asText(prompt);
  return partOf(prompt, 0, { tool: "show_context", arguments: {} }, room);
}
