import type { RoleName, RoomId } from "@squadroom/core/kernel/ids";
import { redact } from "@squadroom/core/redaction/redact";
import { drizzle } from "drizzle-orm/postgres-js";
import Fastify, { type FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { rightOf } from "../../platform/auth/access.ts";
import { aClock, aDatabase, anAuthenticator, newId } from "../../platform/auth/accounts.fixture.ts";
import { createCallers } from "../../platform/auth/callers.ts";
import { checkOrigin } from "../../platform/auth/guard.ts";
import type { Oidc } from "../../platform/auth/oidc.ts";
import { anotherRoomId, aRoomId } from "../../platform/auth/principals.fixture.ts";
import { newSecret } from "../../platform/auth/secrets.ts";
import { createMount, type MountOptions } from "../../platform/http/mount.ts";
import type { FeatureRoutes, RouteTools } from "../../platform/http/route.ts";
import { trustedHops } from "../../platform/http/trusted-hops.ts";

type Headers = Record<string, string>;

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read what routes of many shapes answered
  body: any;
  headers: Record<string, unknown>;
  /** The `cookie` header with which the browser comes back. */
  as: { headers: { cookie: string } };
}

interface Options {
  publicUrl?: string;
  /** So many proxies in front. */
  trustProxy?: number;
  oidc?: Oidc;
}

/** An application with these features' routes, over a database of its own. */
export async function anApp(features: FeatureRoutes[], options: Options = {}) {
  const { sql, forDrizzle } = await aDatabase();
  const clock = aClock();
  const localAdminKey = newSecret();
  const auth = await anAuthenticator(sql, { clock, localAdminKey });
  const app = Fastify({ trustProxy: trustedHops(options.trustProxy ?? false) });
  onTestFinished(() => app.close());
  const audit: Record<string, unknown>[] = [];
  const publicUrl = options.publicUrl ?? null;
  const route = createMount({
    app: app as unknown as FastifyInstance,
    auth,
    callerOf: createCallers(app as unknown as FastifyInstance, auth, publicUrl),
    clock: clock as unknown as MountOptions["clock"],
    keySecret: "of this test",
    resolveRoom: async (name) => name as RoomId,
    rightOf,
    checkOrigin,
    onAgentCall: () => undefined,
    redact: async (value) => redact(value),
  });
  const tools = {
    route,
    sql,
    db: drizzle(forDrizzle, { casing: "snake_case" }),
    auth,
    clock,
    newId,
    log: {
      info: (line: Record<string, unknown>) => void audit.push(line),
      warn: (line: Record<string, unknown>) => void audit.push(line),
    },
    publicUrl,
    oidc: options.oidc ?? null,
    redactIn: async () => redact,
    command: { text: "/srv/data/squadroom", isPublic: false },
    // Accounts only: a room takes what it is told and has nobody in it.
    rooms: { execute: async () => ({ ok: true, reply: {}, seq: 0 }) },
    teamRolesOf: async (roomId: RoomId) =>
      [aRoomId, anotherRoomId].includes(roomId) ? (["planner", "builder"] as RoleName[]) : null,
  } as unknown as RouteTools;
  for (const feature of features) feature(tools);

  /** As a page of this server calls it. */
  async function call(
    route: string,
    more: { as?: { headers: Headers }; body?: object; headers?: Headers; address?: string } = {},
  ): Promise<Answer> {
    const [method = "", path = ""] = route.split(" ");
    const reply = await app.inject({
      method: method as "GET",
      url: `/api/v1${path}`,
      headers: {
        host: "localhost:4700",
        "sec-fetch-site": "same-origin",
        ...more.as?.headers,
        ...more.headers,
      },
      ...(more.body && { payload: more.body }),
      remoteAddress: more.address ?? "127.0.0.1",
    });
    const cookie = String(reply.headers["set-cookie"] ?? "").split(";")[0] ?? "";
    return {
      status: reply.statusCode,
      body: reply.json(),
      headers: reply.headers,
      as: { headers: { cookie } },
    };
  }

  const local = { headers: { authorization: `Local ${localAdminKey}` } };
  return { app, sql, auth, clock, audit, call, local };
}

/** The secret in a sign-in link. */
export function secretOf(url: string): string {
  return url.split("#")[1] ?? "";
}
