import { exampleOf } from "@squadroom/core/contract/example";
import { createSchemas } from "@squadroom/core/contract/json-schema";
import { refTo } from "@squadroom/core/contract/shape";
import { ClientMessage } from "@squadroom/core/live/client-message";
import { LIVE_CLOSE, LIVE_PATH } from "@squadroom/core/live/protocol";

/** The AsyncAPI 3.0 document of the live socket, from the same schemas and types that both ends use. */
export function asyncApiDocument(version: string) {
  const { schemaOf, addReferred, components } = createSchemas([{ id: "live", message: ClientMessage }]);
  components.ClientMessage = schemaOf(ClientMessage, "input");
  addReferred(refTo("ServerMessage"));
  components.ServerFrame = { type: "array", items: refTo("ServerMessage") };
  const closed = Object.entries(LIVE_CLOSE).map(([why, code]) => `${code} ${why}`);
  const channel = { $ref: "#/channels/live" };
  return {
    asyncapi: "3.0.0",
    info: {
      title: "Squadroom, live",
      version,
      description: `Follows rooms event by event. docs/live.md says how. The server closes with: ${closed.join(", ")}.`,
    },
    defaultContentType: "application/json",
    channels: {
      live: {
        address: LIVE_PATH,
        messages: {
          client: { $ref: "#/components/messages/client" },
          server: { $ref: "#/components/messages/server" },
        },
        bindings: { ws: { method: "GET" } },
      },
    },
    operations: {
      ask: { action: "receive", channel, messages: [{ $ref: "#/channels/live/messages/client" }] },
      tell: { action: "send", channel, messages: [{ $ref: "#/channels/live/messages/server" }] },
    },
    components: {
      messages: {
        client: {
          summary: "One object in a frame of text.",
          payload: refTo("ClientMessage"),
          examples: [{ payload: exampleOf(components.ClientMessage, components) }],
        },
        server: {
          summary: "An array of messages in a frame of text.",
          payload: refTo("ServerFrame"),
          examples: [{ payload: exampleOf(components.ServerFrame, components) }],
        },
      },
      schemas: components,
    },
  };
}
