import { LIVE_CLOSE, LIVE_PATH } from "@squadroom/core/live/protocol";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { FRAME_MAX, handleSocketError } from "./socket-route.ts";

const lines: string[] = [];
let db: TestDatabase;
let server: Server;
beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url, { log: (line) => lines.push(line) });
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

/** Sends one frame and waits for the end of the socket. @returns the code that it was closed with */
async function send(frame: string | Buffer): Promise<number> {
  const room = await createRoom(server.admin);
  const token = await createToken(server.admin, room, "planner");
  const socket = new WebSocket(`${server.baseUrl.replace("http", "ws")}${LIVE_PATH}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const closed = new Promise<number>((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(frame);
  return closed;
}

test("a frame that is too large closes its socket with a code of its own, and is one line of the log", async () => {
  lines.length = 0;
  expect(await send("x".repeat(FRAME_MAX + 1))).toBe(LIVE_CLOSE.tooLarge);
  const told = lines.filter((line) => line.includes("WS_ERR"));
  expect(told).toHaveLength(1);
  const line = JSON.parse(told[0] ?? "") as Record<string, unknown>;
  expect(line).toMatchObject({ level: 40, code: "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH" });
  expect(line).not.toHaveProperty("err");
  expect(told[0]).not.toContain("    at ");
});

test("what breaks on the wire is told, what is a fault of the server has its stack", () => {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const request = { id: "r1", ip: "127.0.0.1", log };
  const socket = { terminate: vi.fn() };
  handleSocketError(Object.assign(new Error("reset"), { code: "ECONNRESET" }), socket, request);
  expect([log.info.mock.calls.length, log.error.mock.calls.length]).toEqual([1, 0]);
  const fault = new Error("a bug");
  handleSocketError(fault, socket, request);
  expect(log.error.mock.calls[0]?.[0]).toMatchObject({ err: fault });
  expect(socket.terminate).toHaveBeenCalledTimes(2);
});
