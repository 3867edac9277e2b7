import { toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler, type ListToolsResult, Server } from "@modelcontextprotocol/server";
import { tools } from "@squadroom/core/contract/tools";
import { VERSION } from "@squadroom/core/kernel/version";
import { type createCalls, READ_MORE, type ToolCall } from "./calls.ts";
import { serveReading } from "./reading.ts";
import type { Incoming, Seats } from "./seats.ts";

export interface Doing {
  calls: ReturnType<typeof createCalls>;
  seats: Seats;
  log: { debug: (details: object, message: string) => void };
}

type Extra = {
  incoming: Incoming;
  instructions: string | null;
};

/** Answers messages that the door accepted. */
export interface Answering {
  answer: (incoming: Incoming, instructions: string | null, message: unknown) => Promise<void>;
  close: () => Promise<void>;
}

export function createAnswering({ calls, seats, log }: Doing): Answering {
  const handler = createMcpHandler(
    ({ authInfo }) => {
      if (!authInfo) throw new Error("a message came by without being let in");
      const { incoming, instructions } = authInfo.extra as Extra;
      return serverFor(incoming, instructions, { calls, seats });
    },
    // A client's mistakes; our own faults are logged where they are answered.
    {
      onerror: (error) => log.debug({ err: error }, "a message at the door for tools was refused"),
    },
  );
  const node = toNodeHandler(handler);
  return {
    answer: async (incoming, instructions, message) => {
      const { request, reply, principal } = incoming;
      const extra: Extra = { incoming, instructions };
      const auth = { token: "", clientId: principal.id, scopes: [principal.name], extra };
      await node(Object.assign(request.raw, { auth }), reply.raw, message);
    },
    close: () => handler.close(),
  };
}

const TEXT = { type: "string" } as const;
/** What every task takes. Claude Code shows a model these at once, and the others only once it searches for them. */
const OFTEN = [
  "wait_for_task",
  "report_progress",
  "ask_person",
  "show_context",
  "hand_off",
  "complete_task",
  "fail_task",
];

const LIST: unknown[] = [
  ...tools.map(({ name, description, inputSchema, annotations }) => ({
    name,
    description,
    inputSchema,
    annotations,
    _meta: { "anthropic/alwaysLoad": OFTEN.includes(name) },
  })),
  {
    name: READ_MORE,
    description: "Returns the next part of an answer that was too long; the answer says how.",
    inputSchema: {
      type: "object" as const,
      properties: { tool: TEXT, arguments: { type: "object" }, from: { type: "integer" } },
      required: ["tool", "from"],
    },
    annotations: { readOnlyHint: true },
  },
];

/** Serves one message. */
function serverFor(incoming: Incoming, instructions: string | null, { calls, seats }: Omit<Doing, "log">): Server {
  const server = new Server(
    { name: "squadroom", title: "Squadroom", version: VERSION },
    {
      // Lists never change, so whoever listens for changes is told at once that there are none.
      capabilities: { tools: {}, resources: {}, prompts: {} },
      ...(instructions === null ? {} : { instructions }),
    },
  );
  server.setRequestHandler("tools/list", () => ({ tools: LIST as ListToolsResult["tools"] }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const { id, _meta } = mcpReq;
    const progressToken = _meta?.progressToken;
    let ticks = 0;
    const tick = () => {
      const params = { progressToken, progress: ++ticks, message: "Waiting for a task." };
      void mcpReq.notify({ method: "notifications/progress", params }).catch(() => undefined);
    };
    const call: ToolCall = {
      name: params.name,
      arguments: params.arguments ?? {},
      id,
      tick: progressToken === undefined ? null : tick,
    };
    return calls.answerTo(incoming, call);
  });
  serveReading(server, incoming, seats);
  return server;
}
