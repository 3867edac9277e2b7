import type { WebSocket } from "ws";

/** Largest frame that a client may send, bytes; what the protocol knows is far smaller. */
export const FRAME_MAX = 64_000;

interface Failed extends Error {
  /** `WS_ERR_…` from the protocol, `ECONNRESET` and the like from the wire. */
  code?: unknown;
}

interface Logs {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
}

/**
 * What goes wrong on an open socket, if it is the client's doing or the wire's: one line. The closing frame with its
 * code (1002 … 1009) is then on its way. Anything else is a fault of the server.
 */
export function handleSocketError(
  error: Failed,
  socket: Pick<WebSocket, "terminate">,
  request: { id: string; ip: string; log: Logs },
): void {
  const details = { code: error.code, ip: request.ip, requestId: request.id };
  const code = typeof error.code === "string" ? error.code : "";
  if (code.startsWith("WS_ERR_")) return request.log.warn(details, `a viewer's frame was refused: ${error.message}`);
  if (/^E[A-Z]+$/.test(code)) {
    request.log.info(details, `a viewer's connection broke: ${error.message}`);
    return socket.terminate();
  }
  request.log.error({ ...details, err: error }, "a live socket failed");
  socket.terminate();
}
