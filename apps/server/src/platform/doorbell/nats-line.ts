import type { OpenLine } from "./line.ts";

const RECONNECT_MS = 250;

/**
 * A NATS subject that only this server's processes use: several servers may share one NATS. It is loaded only if
 * configured.
 */
export function natsLine(url: string, subject: string): OpenLine {
  return async ({ heard, opened }) => {
    const { connect } = await import("./nats.ts");
    const connection = await connect({
      servers: url.split(","),
      name: "squadroom",
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
    });
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) heard(message.string());
      },
    });
    await connection.flush();
    opened();
    void (async () => {
      for await (const { type } of connection.status()) if (type === "reconnect") opened();
    })();
    return {
      async send(text) {
        connection.publish(subject, text);
      },
      close: () => connection.close(),
    };
  };
}
