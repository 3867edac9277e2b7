import { findTool, placed, type Tool, takes } from "@squadroom/core/contract/tools";
import type { DeliveryReply } from "@squadroom/core/delivery/contract";
import { type Refusal, RefusalError, refuse } from "@squadroom/core/kernel/refusal";
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

/** Shorter than the 300 s after which the least patient client gives a call up, whatever it receives. */
const WAIT_S = 280;
/** How often a stored refusal is asked about again. */
const TRIES_MAX = 50;

export const READ_MORE = "read_more";

/** A tool call as received. */
export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
  /** Id of its JSON-RPC request. */
  id: string | number;
  /** Tells the client that it still waits. */
  tick: (() => void) | null;
}

export interface CallsOptions {
  seats: Seats;
  keys: Keys;
  /** A thrown error in the room's words. */
  refusalOf: (error: Error, request: Incoming["request"]) => Refusal;
}

/** What tools do: routes of the contract, for the agent whose credential it is. */
export function createCalls({ seats, keys, refusalOf }: CallsOptions) {
  /** The result of a tool call; a refusal is one too. */
  async function answerTo(incoming: Incoming, call: ToolCall): Promise<ToolResult> {
    try {
      return resultOf(await act(incoming, call));
    } catch (error) {
      return refusalResult(refusalOf(error as Error, incoming.request));
    }
  }

  async function act(incoming: Incoming, call: ToolCall): Promise<Answer> {
    const { source, tool } = wanted(call);
    if (tool.routeId === "joinRoom") {
      const { role } = call.arguments;
      const context = role === undefined ? await seats.contextOf(incoming) : await seats.contextAs(incoming, role);
      seats.introduces(incoming, await seats.connectionOf(incoming));
      return fitting(contextText(context), source);
    }
    const connection = await seats.connectionOf(incoming);
    if (call.name === READ_MORE) return more(incoming, connection, tool, call.arguments);
    const isContext = tool.routeId === "getContext";
    const prompt = isContext ? null : await seats.introductionOf(incoming, connection);
    const answer = fitting(await run(incoming, connection, tool, call), source);
    // What a session shares is shown without it.
    if (isContext && call.arguments.session === undefined) seats.introduces(incoming, connection);
    return prompt === null ? answer : introducing(prompt, answer);
  }

  async function run(incoming: Incoming, connection: number, tool: Tool, call: ToolCall): Promise<Answer> {
    if (tool.routeId === "claimTask") return wait(incoming, connection, call);
    if (!tool.endsTask) return shown(tool, await perform(incoming, connection, tool, call));
    const { wait: waits, ...given } = call.arguments;
    const reply = await perform(incoming, connection, tool, { ...call, arguments: given });
    const answer = shown(tool, reply);
    // A refused reply has to be mended: the agent still holds the task.
    if (waits === false || reply.state === "reply_refused") return answer;
    try {
      return joined(answer, await wait(incoming, connection, call));
    } catch (error) {
      // The task has ended, whatever became of the wait.
      const { code, message } = refusalOf(error as Error, incoming.request);
      return joined(answer, asData({ task: null, reason: code, detail: message, next: CALL_AGAIN }));
    }
  }

  async function perform(
    incoming: Incoming,
    connection: number,
    tool: Tool,
    { arguments: given, id }: ToolCall,
  ): Promise<Replied> {
    const at = placed(tool, given);
    if (tool.annotations.readOnlyHint)
      return (await seats.call(incoming, tool.routeId, { ...at, connection })) as Replied;
    if (takes(tool, "fence")) {
      const fence = await seats.fenceFor(incoming, given.taskId);
      if (fence !== null) at.body.fence = fence;
    }
    const wish = {
      agentId: incoming.principal.id,
      asked: [tool.routeId, at],
      id,
      endsTask: tool.endsTask === true,
      own: incoming.request.headers["idempotency-key"],
    };
    const { key, sent } = keys.keyOf(wish);
    const { raw } = incoming.reply;
    raw.once("close", () => {
      if (raw.writableFinished) sent();
    });
    return anew(key, (one, onReplay) => seats.call(incoming, tool.routeId, { ...at, connection, key: one, onReplay }));
  }

  /** The task that it holds, or the next one as soon as there is one. */
  async function wait(incoming: Incoming, connection: number, { tick }: ToolCall): Promise<Answer> {
    const timer = tick && setInterval(tick, TICK_MS);
    try {
      const asked = { body: { waitS: WAIT_S }, connection };
      const reply = await seats.call(incoming, "claimTask", asked);
      if (reply.task) return asDelivery(reply.task);
      const { reason, detail, messages } = reply;
      const next = /^waiting_/.test(reason) ? WAITING : CALL_AGAIN;
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
    const text = shown(tool, reply as Replied).texts.join("\n\n");
    const start = Number.isSafeInteger(from) && Number(from) > 0 ? Number(from) : 0;
    return partOf(text, start, { tool: tool.name, arguments: args });
  }

  return { answerTo };
}

/** Time between two signs that a call still waits: half the silence that the least patient client allows. */
const TICK_MS = 10_000;
const CALL_AGAIN = "Call wait_for_task again.";
const WAITING = "Call wait_for_task again: it returns with the answer.";

function wanted(call: ToolCall): {
  tool: Tool;
  source: { tool: string; arguments: Record<string, unknown> };
} {
  const name = call.name === READ_MORE ? call.arguments.tool : call.name;
  const tool = findTool(String(name));
  if (!tool) throw refuse("not_found", `There is no tool ${String(name)}.`, { tool: name });
  if (call.name === READ_MORE && !tool.annotations.readOnlyHint)
    throw refuse("bad_request", `${tool.name} acts, and has nothing to read more of.`, {});
  // Nobody reads a write's answer again: the context shows what it made.
  const isRead = tool.annotations.readOnlyHint === true;
  const source = isRead ? { tool: tool.name, arguments: call.arguments } : { tool: "show_context", arguments: {} };
  return { tool, source };
}

/** A stored refusal is no answer to a new call: the room is asked again, under the next key. */
async function anew(key: string, send: (key: string, onReplay: () => void) => Promise<unknown>): Promise<Replied> {
  for (let tried = 0; ; tried++) {
    let isOld = false;
    try {
      const reply = await send(tried === 0 ? key : `${key}.${tried}`, () => {
        isOld = true;
      });
      return reply as Replied;
    } catch (error) {
      if (!(error instanceof RefusalError) || !isOld || tried === TRIES_MAX) throw error;
    }
  }
}

/** What a reply is to its reader: prose if there is any. */
function shown({ routeId }: Tool, reply: Replied): Answer {
  switch (routeId) {
    case "getContext":
      return contextText(reply as Context);
    case "getReport":
      return asText(String(reply.markdown));
    case "getAttachment": {
      const { content, ...file } = reply;
      const text = textIn(String(content));
      return text === null ? asData(reply) : asText(text, file);
    }
    default: {
      const { next: _, ...data } = reply;
      return asData(data);
    }
  }
}

/** The answer of whichever route is behind the tool. */
type Replied = Record<string, unknown>;
type Context = { prompt: string; delivery: DeliveryReply | null; shared: string | null };

function contextText({ prompt, delivery, shared }: Context): Answer {
  if (shared !== null) return asText(shared);
  return asText(`${prompt}\n\n${delivery?.text ?? "You hold no task."}`);
}

/** What a file says, if it is text. */
function textIn(base64: string): string | null {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(base64, "base64"));
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

/** The prompt first if both fit, otherwise what was asked for and as much of the prompt as there is room for. */
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
