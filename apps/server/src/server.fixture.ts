import { type Client, createClient } from "@squadroom/client/http";
import { DEFAULT_LEASE_S, type LeaseTimes } from "@squadroom/core/agent/agent";
import type { Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { buildApp } from "./app.ts";
import type { Config, MailServer } from "./config.ts";
import type { OidcSettings } from "./platform/auth/oidc.ts";
import type { OpenLine } from "./platform/doorbell/line.ts";
import { createLog } from "./platform/outage/log.ts";
import { until } from "./platform/room/room-process.fixture.ts";
import { createRuntime } from "./runtime.ts";

/** The local admin's key of each of these servers. */
export const KEY = "the-key-of-this-machine".padEnd(43, "-");

/** A whole server in this process, on a port of its own; several may share a database. */
export async function aServer(
  databaseUrl: string,
  more: {
    leaseS?: LeaseTimes;
    allowPrivateWebhooks?: boolean;
    /** It knows the other processes that have joined, and they know it. */
    joins?: boolean;
    /** Calls about a room run where they arrive. */
    forward?: boolean;
    /** Agents are told where their room's own process is. */
    direct?: boolean;
    natsUrl?: string;
    mail?: MailServer;
    /** Stands between the committer and the database. */
    connect?: (url: string) => Sql;
    openLine?: OpenLine;
    rateLimit?: number;
    sockets?: number;
    oidc?: OidcSettings;
    /** Each line that it logs, as JSON. */
    log?: (line: string) => void;
  } = {},
) {
  const config: Config = {
    port: 0,
    host: "127.0.0.1",
    dataDir: "/nowhere",
    command: null,
    databaseUrl,
    publicUrl: null,
    trustProxy: false,
    advertise: null,
    forward: more.forward ?? true,
    direct: more.direct ?? false,
    natsUrl: more.natsUrl ?? null,
    leaseS: more.leaseS ?? DEFAULT_LEASE_S,
    rateLimit: more.rateLimit ?? 1_000_000,
    sockets: more.sockets ?? 1_000,
    settleMs: 5_000,
    cacheBytes: 50_000_000,
    allowPrivateWebhooks: more.allowPrivateWebhooks ?? false,
    oidc: more.oidc ?? null,
    metricsToken: null,
    mail: more.mail ?? null,
    logLevel: "silent",
  };
  const { log: write } = more;
  const log = write ? createLog("info", { write }) : createLog("silent");
  const runtime = await createRuntime({
    config,
    databaseUrl,
    localAdminKey: KEY,
    log,
    serverUrl: () => "",
    ...(more.connect ? { connect: more.connect } : {}),
    ...(more.openLine ? { openLine: more.openLine } : {}),
  });
  const app = await buildApp(runtime, config, log);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const baseUrl = `http://127.0.0.1:${port}`;
  if (more.joins) await runtime.registry.join(baseUrl);
  return {
    baseUrl,
    runtime,
    app,
    admin: createClient({ baseUrl, authorization: `Local ${KEY}` }),
    clientOf: (token: string) => createClient({ baseUrl, token, retries: 0 }),
    async close() {
      await runtime.registry.leave();
      runtime.hub.close();
      await app.close();
      await runtime.close();
    },
  };
}

/** Two that know each other, each where the other's rings arrive; calls run where they are made. */
export async function aPair(databaseUrl: string, more: Parameters<typeof aServer>[1] = {}): Promise<[Server, Server]> {
  const how = { joins: true, forward: false, ...more };
  const here = await aServer(databaseUrl, how);
  const there = await aServer(databaseUrl, how);
  await here.runtime.registry.beat();
  await until(() => [here, there].every(({ runtime }) => runtime.doorbell.isOpen()));
  return [here, there];
}

export type Server = Awaited<ReturnType<typeof aServer>>;

/** A new room, by id. */
export async function createRoom(
  admin: Client,
  preset: "solo" | "duo" | "pair" | "squad" | "lifecycle" = "squad",
): Promise<string> {
  const name = `room-${uuidv7().slice(-12)}`;
  return (await admin.call("createRoom", { body: { name, preset } })).roomId;
}

/** The token of a new agent for these roles. */
export async function createToken(admin: Client, room: string, ...roles: string[]): Promise<string> {
  const body = { name: `${roles[0]} ${uuidv7().slice(-8)}`, roles };
  return (await admin.call("createCredential", { params: { room }, body })).token;
}

/** Somebody with this role in a room, signed in with a link: the headers of their browser, and a client. */
export async function signInAs(
  { admin, baseUrl }: Pick<Server, "admin" | "baseUrl">,
  room: string,
  role: "viewer" | "approver" | "lead" | "owner",
  name: string,
): Promise<{ headers: Record<string, string>; client: Client }> {
  const { url, person } = await admin.call("invitePerson", { body: { name } });
  const params = { room, personId: person.id };
  await admin.call("setRoomPerson", { params, body: { role } });
  const [link] = /[^/#?=]+$/.exec(url) ?? [];
  const signedIn = await fetch(`${baseUrl}/api/v1/sign-ins`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: baseUrl },
    body: JSON.stringify({ link }),
  });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const client = createClient({
    baseUrl,
    fetch: (input, init) => {
      const headers = new Headers(init?.headers);
      headers.set("cookie", cookie);
      headers.set("origin", baseUrl);
      return fetch(input, { ...init, headers });
    },
  });
  return { headers: { cookie, origin: baseUrl }, client };
}
