import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallerOf } from "../../platform/auth/callers.ts";
import { hostIn, isOwn, ownHosts, refuseOtherHost } from "../../platform/http/own-host.ts";
import { refusalOfError, sendRefusal } from "../../platform/http/refusals.ts";
import type { Perform } from "../../platform/http/route.ts";
import type { Rooms } from "../../platform/room/rooms.ts";
import type { Answering, Doing } from "./answering.ts";
import { createCalls } from "./calls.ts";
import { createKeys } from "./keys.ts";
import { createSeats, type Incoming } from "./seats.ts";

export const MCP_PATH = "/mcp";
/** The largest body of a route of the contract, with what surrounds it, bytes. */
const BODY_MAX = 2_600_000;

export interface McpOptions {
  rooms: Pick<Rooms, "read">;
  perform: Perform;
  callerOf: CallerOf;
  /** Names under which agents reach this server, besides its addresses and the machine's own name. */
  hosts: readonly (string | null)[];
  log: Doing["log"];
}

/** A JSON-RPC message, as far as this door itself looks into it. */
interface Message {
  id?: string | number;
  method?: string;
  params?: {
    clientInfo?: { name?: unknown };
    _meta?: Record<string, unknown>;
  };
}

/** The door for tools: every message is a request of its own, and nothing is kept between them. */
export async function serveMcp(app: FastifyInstance, options: McpOptions): Promise<void> {
  const { callerOf, log } = options;
  const seats = createSeats(options);
  const calls = createCalls({ seats, keys: createKeys(), refusalOf: refusalOfError });
  const own = ownHosts(options.hosts);
  let made: Promise<Answering> | null = null;
  // The protocol's library is large, and many teams have no client for it.
  const answering = () =>
    (made ??= import("./answering.ts").then(({ createAnswering }) => createAnswering({ calls, seats, log })));
  // Streams are open until their calls are over, and connections are only closed after that.
  app.addHook("preClose", async () => (await made)?.close());

  app.route({
    method: ["GET", "DELETE"],
    url: MCP_PATH,
    handler: (request, reply) => {
      reply.header("allow", "POST");
      const message = "Nothing is kept between calls here: there is no stream to open, and none to end.";
      return sendRefusal(reply, request, refuse("method_not_allowed", message, {}, ["POST"]).refusal);
    },
  });
  app.route({
    method: "POST",
    url: MCP_PATH,
    bodyLimit: BODY_MAX,
    handler: async (request, reply) => {
      try {
        const incoming = await admit(request, reply);
        const message = request.body as Message;
        const isGreeting = message.method === "initialize" || message.method === "server/discover";
        const instructions = isGreeting ? await greetingOf(incoming) : null;
        const { answer } = await answering();
        reply.hijack();
        for (const [name, value] of Object.entries(reply.getHeaders()))
          if (value !== undefined) reply.raw.setHeader(name, value);
        await answer(incoming, instructions, message);
      } catch (error) {
        if (error instanceof RefusalError) return sendRefusal(reply, request, error.refusal);
        throw error;
      }
      return reply;
    },
  });

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<Incoming> {
    refuseForeign(request, own);
    const principal = await callerOf(request);
    if (!principal) throw refuse("unauthorized", "This door needs an agent's credential.", {});
    if (principal.kind !== "agent") throw refuse("forbidden", "This door is for agents.", {});
    const { body } = request;
    if (typeof body !== "object" || body === null || Array.isArray(body))
      throw refuse("bad_request", "The body must be one JSON-RPC message.", {});
    const { role } = request.query as { role?: unknown };
    return {
      request,
      reply,
      principal,
      client: clientOf(body as Message),
      role: typeof role === "string" ? role : null,
    };
  }

  async function greetingOf(incoming: Incoming): Promise<string> {
    try {
      return (await seats.contextOf(incoming)).prompt;
    } catch (error) {
      if (error instanceof RefusalError) return error.refusal.message;
      throw error;
    }
  }
}

function clientOf({ params }: Message): string | null {
  const said = (params?.clientInfo ?? params?._meta?.["io.modelcontextprotocol/clientInfo"]) as
    | { name?: unknown }
    | undefined;
  return typeof said?.name === "string" ? said.name : null;
}

function refuseForeign(request: FastifyRequest, own: ReadonlySet<string>): void {
  const { host, origin } = request.headers;
  refuseOtherHost(host, own);
  if (origin === undefined) return;
  const from = hostIn(origin);
  if (from !== null && isOwn(from, own) && new URL(origin).host === host) return;
  throw refuse("origin_refused", "This request wasn't made by a page of this server.", { origin });
}
