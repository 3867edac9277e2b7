import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { Incoming, Seats } from "./seats.ts";

const MARKDOWN = "text/markdown";
const JSON_TYPE = "application/json";

/** What clients may show beside the conversation. */
const RESOURCES = [
  { uri: "squadroom://task", name: "task", title: "The task in hand", mimeType: MARKDOWN },
  { uri: "squadroom://team", name: "team", title: "Who is there", mimeType: JSON_TYPE },
  { uri: "squadroom://context", name: "context", title: "How the team works", mimeType: MARKDOWN },
];

/** Resources and prompts: people bring these into a conversation, models call tools. */
export function serveReading(server: Server, incoming: Incoming, seats: Seats): void {
  server.setRequestHandler("resources/list", () => ({ resources: RESOURCES }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) =>
    told(async () => {
      const found = RESOURCES.find((one) => one.uri === uri);
      if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no ${uri}.`);
      const { mimeType } = found;
      return { contents: [{ uri, mimeType, text: await textOf(found.name) }] };
    }),
  );
  server.setRequestHandler("prompts/list", () => ({
    prompts: incoming.principal.roles.map((role) => ({
      name: role,
      title: `Work as ${role}`,
      description: `Joins the room as ${role} and says how to begin.`,
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params: { name } }) =>
    told(async () => {
      const { prompt } = await seats.contextAs(incoming, name);
      const text = `${prompt}\n\nBegin: call \`wait_for_task\`.`;
      return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
    }),
  );

  async function textOf(name: string): Promise<string> {
    const connection = await seats.connectionOf(incoming);
    if (name === "team") return JSON.stringify(await seats.call(incoming, "getReadiness", { connection }));
    const { prompt, delivery } = await seats.contextOf(incoming, connection);
    return name === "context" ? prompt : (delivery?.text ?? "You hold no task.");
  }
}

/** Here a refusal is an error of the protocol: there is no result that could carry it. */
async function told<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const { code, message } = error.refusal;
    throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message, { code });
  }
}
