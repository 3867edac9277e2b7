import { get } from "node:http";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";

let db: TestDatabase;
let server: Server;
beforeEach(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterEach(async () => {
  await server.close();
  await db.drop();
});

test("metrics tell what waits, commits and runs, in Prometheus's words", async () => {
  await createRoom(server.admin);
  const answer = await fetch(`${server.baseUrl}/metrics`);
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  const lines = (await answer.text()).split("\n");
  const figure = (name: string) =>
    Number(lines.find((line) => line.startsWith(`${name} `))?.split(" ")[1] ?? Number.NaN);
  expect(
    ["waiting_agents", "sockets", "rooms_quarantined", "webhook_backlog", "database_up"].map((name) =>
      figure(`squadroom_${name}`),
    ),
  ).toEqual([0, 0, 0, 0, 1]);
  expect(figure("squadroom_rooms_cached")).toBe(1);
  expect(figure("squadroom_commit_seconds_count")).toBeGreaterThan(0);
  expect(figure("process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
  expect(figure("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThanOrEqual(0);
  expect(lines.some((line) => /^squadroom_database_connections\{state="idle"\} \d/.test(line))).toBe(true);
});

test("metrics are refused to who comes through a proxy, and an address without a page is 404", async () => {
  const statusOf = (path: string, headers: Record<string, string> = {}) =>
    new Promise((resolve, reject) => {
      get(`${server.baseUrl}${path}`, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on("error", reject);
    });
  expect(await statusOf("/metrics", { "x-forwarded-for": "203.0.113.9" })).toBe(403);
  expect(await statusOf("/metrics", { host: "squad.example" })).toBe(403);
  expect(await statusOf("/metric")).toBe(404);
  expect(await statusOf("/no/such/page", { accept: "text/html" })).toBe(404);
});
