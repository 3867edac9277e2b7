import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { VERSION } from "@squadroom/core/kernel/version";
import type { RoomView } from "@squadroom/core/log/view";
import { cardOf } from "@squadroom/core/room/card";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { uuidv7 } from "uuidv7";
import { builtFiles } from "./built-files.ts";
import type { Config } from "./config.ts";
import { migrate } from "./db/migrate.ts";
import { forgetUnsent } from "./features/attachment/index.ts";
import {
  createCredential,
  renewToken,
  revokeRoomCredentials,
} from "./features/credential/index.ts";
import { setRole } from "./features/people/index.ts";
import { projectAll } from "./features/projections.ts";
import { createDemoSquads, createDirectory, createSnapshots } from "./features/room/index.ts";
import { releaseUnsent } from "./features/task/index.ts";
import { createCourier, webhookBacklog } from "./features/webhook/index.ts";
import { allowedActions, roleIn } from "./platform/auth/access.ts";
import { createAuthenticator } from "./platform/auth/authenticator.ts";
import type { Principal } from "./platform/auth/principal.ts";
import { createDoorbell } from "./platform/doorbell/doorbell.ts";
import type { OpenLine } from "./platform/doorbell/line.ts";
import { lineBetween } from "./platform/doorbell/line-between.ts";
import { createForwarding } from "./platform/forward/forwarding.ts";
import { createSigner } from "./platform/forward/signature.ts";
import {
  createDescriptors,
  descriptorLimit,
  descriptorsUsed,
} from "./platform/http/descriptors.ts";
import { createHub } from "./platform/live/hub.ts";
import { createKeptCards } from "./platform/live/kept-cards.ts";
import { createMetrics } from "./platform/metrics/metrics.ts";
import { newId } from "./platform/new-id.ts";
import { createDatabaseHealth } from "./platform/outage/database-health.ts";
import type { ServerLog } from "./platform/outage/log.ts";
import { untilServed } from "./platform/outage/until-served.ts";
import { refreshReadOnlySessions } from "./platform/postgres/stale-sessions.ts";
import { createOwners } from "./platform/processes/owners.ts";
import { createRegistry, STALE_MS } from "./platform/processes/registry.ts";
import { createAppender } from "./platform/room/appender.ts";
import { createClock } from "./platform/room/clock.ts";
import { createEpoch } from "./platform/room/epoch.ts";
import { createFolds } from "./platform/room/folds.ts";
import { createFollower } from "./platform/room/follower.ts";
import { createObservations } from "./platform/room/observations.ts";
import { createRooms } from "./platform/room/rooms.ts";
import { createSlowRoad } from "./platform/room/slow-road.ts";
import { createStore } from "./platform/room/store.ts";
import { createSweeper } from "./platform/room/sweeper.ts";
import { createWaiters } from "./platform/room/waiters.ts";
import { sharedSecret } from "./platform/secrets.ts";

/** After an outage nobody who is silent is given up for this share of the shortest lease. */
const GRACE_SHARE = 4;

export type Runtime = Awaited<ReturnType<typeof createRuntime>>;

/** Everything behind the routes, wired: database clients, rooms, live hub, sweeper. */
export async function createRuntime(options: {
  config: Config;
  databaseUrl: string;
  localAdminKey: string | null;
  log: ServerLog;
  /** Where this server can be reached by its own demo squads. */
  serverUrl: () => string;
  /** Ends the wait for a database that is not there yet. */
  signal?: AbortSignal;
  connect?: Parameters<typeof createAppender>[0]["connect"];
  /** How the processes hear of each other's commits, where that is not configured. */
  openLine?: OpenLine;
}) {
  const { config, databaseUrl } = options;
  const health = createDatabaseHealth(options.log);
  const log = health.quieten(options.log);
  const migrated = await untilServed(() => migrate(databaseUrl), {
    log: options.log,
    signal: options.signal,
  });
  if (migrated > 0)
    log.notice({ migrations: migrated, version: VERSION }, "the database was migrated");
  const connection = { application_name: "squadroom", statement_timeout: 30_000 };
  const client = { onnotice: () => undefined, connection, backoff: () => 0.1, connect_timeout: 5 };
  const sql = postgres(databaseUrl, { max: 6, ...client });
  // drizzle changes the client that it is given, so it has one of its own.
  const forDrizzle = postgres(databaseUrl, { max: 4, ...client });
  const db = drizzle(forDrizzle, { casing: "snake_case" });

  // Nothing that others do takes its connections: who calls is found out however busy the rest is.
  const forAuth = postgres(databaseUrl, { max: 2, ...client });
  // What goes through whole logs has its own, too; they close when nobody does.
  const folding = postgres(databaseUrl, { max: 2, idle_timeout: 20, ...client });
  const clock = await createClock(sql, log);
  const [epoch, keySecret, siblingSecret] = await Promise.all([
    createEpoch(sql, log),
    sharedSecret(sql, "request-hash"),
    sharedSecret(sql, "siblings"),
  ]);
  const auth = await createAuthenticator({
    sql: forAuth,
    clock,
    newId,
    localAdminKey: options.localAdminKey,
  });
  const store = createStore(sql);
  const { leaseS } = config;
  const observations = createObservations(sql, clock, leaseS);
  const waiters = createWaiters();
  let graceUntil = 0;
  function beginGrace(): void {
    graceUntil = clock.now() + (Math.min(...Object.values(leaseS)) * 1000) / GRACE_SHARE;
  }
  beginGrace();

  const registry = createRegistry({
    sql,
    id: uuidv7(),
    version: VERSION,
    health,
    onReadOnly: () => refreshReadOnlySessions(sql, databaseUrl),
    log,
  });
  const doorbell = createDoorbell({
    id: registry.id,
    isAlone: () => registry.siblings().length === 0,
    open: options.openLine ?? lineBetween(config.natsUrl, databaseUrl, siblingSecret),
    // It may be another server that is away, which says nothing of the database.
    log: options.log,
  });
  registry.onChanged(doorbell.tend);
  const owners = createOwners(registry);

  const metrics = createMetrics(
    sql,
    {
      waitingAgents: waiters.count,
      sockets: () => hub.count(),
      cachedRooms: () => rooms.stats().cached,
      quarantinedRooms: () => rooms.stats().quarantined,
      isDatabaseWell: () => !health.isFailing(),
    },
    { version: VERSION, process: registry.id },
    [webhookBacklog(sql)],
  );
  const appender = createAppender({
    url: databaseUrl,
    settleMs: config.settleMs,
    now: clock.now,
    log: (line, error) => log.warn({ err: error }, line),
    onJudged(tookMs) {
      health.committed();
      metrics.observeCommit(tookMs);
    },
    ...(options.connect ? { connect: options.connect } : {}),
  });
  const rooms = createRooms({
    store,
    appender,
    slowRoad: createSlowRoad(sql, clock),
    clock,
    observations,
    waiters,
    project: projectAll,
    leaseS,
    graceUntil: () => graceUntil,
    publish(room, events) {
      hub.publish(room, events);
      waiters.tell(room.id);
    },
    ring: doorbell.ring,
    onRevoked: () => void auth.refresh().catch(() => undefined),
    cacheBytes: config.cacheBytes,
    log,
  });
  appender.onRecovered(() => {
    beginGrace();
    void epoch.refresh().catch(() => undefined);
  });
  health.onChanged((trouble) => {
    const since = trouble && clock.now() - Math.round(trouble.forMs);
    hub.tellTrouble(trouble && { state: trouble.state, words: trouble.words, since: since ?? 0 });
  });
  // What is in memory is of another history, and so is what viewers see and agents wait in.
  epoch.onReplaced(() => {
    for (const room of rooms.cached()) rooms.forget(room.id);
    for (const waiter of waiters.all()) waiter.end("stopping");
    hub.restart();
  });

  const directory = createDirectory(sql);
  const mayWatch = (principal: Principal, roomId: RoomId) => roleIn(principal, roomId) !== null;
  const snapshots = createSnapshots({
    rooms,
    store,
    waiters,
    observations,
    clock,
    leaseS,
    epoch: epoch.current,
    allowedActions,
  });
  const viewOf = async (roomId: RoomId): Promise<RoomView | null> =>
    (await rooms.read(roomId))?.view ?? null;
  const cards = createKeptCards({
    heads: store.heads,
    isInMemory: (roomId) => rooms.known(roomId) !== undefined,
    viewOf,
    cardOf: (view) => cardOf(view, snapshots.observed(view.roomId), clock.now(), leaseS),
  });
  const hub = createHub({
    clock,
    leaseS,
    epoch: epoch.current,
    mayWatch,
    snapshot: (principal, roomId) => snapshots.take(principal, roomId),
    eventsSince: snapshots.since,
    observations: snapshots.observed,
    roomsOf: async (principal) =>
      (await directory.visibleTo(principal, { after: null, limit: 500 })).map(({ id }) => id),
    cardsOf: cards.of,
    log,
  });
  auth.onChanged((credentialId) => {
    for (const waiter of waiters.all())
      if (waiter.credentialId === credentialId) waiter.end("revoked");
    hub
      .recheck(credentialId)
      .catch((error: unknown) => log.warn({ err: error }, "couldn't check the live sockets"));
  });
  const follower = createFollower({
    rooms,
    waiters,
    isWatched: hub.isWatched,
    tell: hub.follow,
  });
  doorbell.onRing(follower.ring);
  doorbell.onPeople(hub.tellPeople);
  const sweeper = createSweeper({
    sql,
    store,
    rooms,
    waiters,
    observations,
    clock,
    watched: hub.watched,
    follower,
    isElsewhere: (roomId) => owners.of(roomId) !== null,
    onOutage() {
      beginGrace();
      void epoch.refresh().catch(() => undefined);
    },
    forgets: [forgetUnsent(sql)],
    onSweep: epoch.look,
    log,
  });
  doorbell.onGap(() => {
    hub.tellPeople(null);
    void sweeper.sweep();
  });
  const forwarding = createForwarding({
    isOn: config.forward,
    isDirect: config.direct,
    registry,
    owners,
    signer: createSigner(siblingSecret, clock.now),
    resolveRoom: directory.resolve,
    onUnsent: releaseUnsent(rooms),
    log,
  });
  const courier = createCourier({
    sql,
    now: clock.now,
    newId,
    publicUrl: config.publicUrl,
    allowPrivate: config.allowPrivateWebhooks,
    log,
  });
  const paths = builtFiles();
  const demos = createDemoSquads({
    cliPath: paths.command,
    serverUrl: options.serverUrl,
    isAlone: () => registry.siblings().length === 0,
    createCredential: async (roomId, name, roles) =>
      (await createCredential(sql, newId, { roomId, name, roles, by: null })).token,
    renewToken: async (roomId, name) => {
      const renewed = await renewToken(sql, roomId, name);
      if (renewed) auth.noteChanged(renewed.changed);
      return renewed?.token ?? null;
    },
    log,
  });
  const teamRolesOf = async (roomId: RoomId) => {
    const view = await viewOf(roomId);
    return view?.team && view.removedAt === null ? view.team.roles.map((role) => role.name) : null;
  };

  const descriptors = createDescriptors({ limit: descriptorLimit, used: descriptorsUsed, log });
  descriptors.start();

  let hasLetGo = false;
  return {
    sql,
    db,
    auth,
    clock,
    newId,
    rooms,
    store,
    descriptors,
    folds: createFolds(),
    folding,
    waiters,
    observations,
    leaseS,
    hub,
    sweeper,
    registry,
    health,
    metrics,
    epoch: epoch.current,
    declareRestored: epoch.raise,
    doorbell,
    forwarding,
    courier,
    directory,
    keySecret,
    paths,
    teamRolesOf,
    tellPeople(ids: readonly PersonId[]) {
      hub.tellPeople(ids);
      doorbell.ringPeople(ids);
    },
    roomTools: {
      directory,
      snapshots,
      cards,
      demos,
      project: projectAll,
      epoch: epoch.current,
      addOwner: async (roomId: RoomId, personId: PersonId) =>
        auth.noteChanged(await setRole(sql, roomId, personId, "owner", null)),
      endCredentials: async (roomId: RoomId) =>
        auth.noteChanged(await revokeRoomCredentials(sql, roomId)),
    },
    /** Why calls belong elsewhere; `null` when this process serves: its own row was just renewed by a write. */
    notReady(): { reason: string; sinceS?: number } | null {
      if (hasLetGo) return { reason: "This process is stopping." };
      if (!registry.self) return { reason: "This process is starting." };
      const trouble = health.trouble();
      if (!trouble) return null;
      return {
        reason: `The database can't be used: ${trouble.words}.`,
        sinceS: Math.round(trouble.forMs / 1000),
      };
    },
    /**
     * Demo squads go on where the process that ran them has died: once it is known that no sibling lives,
     * which may run them.
     */
    async resumeDemos() {
      await new Promise((resolve) => setTimeout(resolve, 2 * STALE_MS).unref());
      if (hasLetGo || registry.siblings().length > 0) return;
      const rooms = await sql<{ roomId: RoomId; name: string }[]>`
        SELECT room_id AS "roomId", name FROM room_details WHERE demo AND removed_at IS NULL`;
      await demos.resume(rooms);
    },
    /** Ends long polls, sockets and demo squads, so that connections can close. */
    async letGo() {
      hasLetGo = true;
      descriptors.stop();
      // Its siblings send it nothing more before anything ends here.
      await registry.leave().catch(() => undefined);
      await Promise.all([sweeper.stop(), courier.stop()]);
      for (const waiter of waiters.all()) waiter.end("stopping");
      hub.close();
      await demos.close();
    },
    /** Finishes what is under way and closes the clients. */
    async close() {
      await this.letGo();
      await rooms.idle();
      await doorbell.close();
      await forwarding.close();
      await observations.close().catch(() => undefined);
      await auth.close();
      await appender.close();
      await folding.end({ timeout: 5 });
      await forAuth.end({ timeout: 5 });
      health.close();
      await sql.end({ timeout: 5 });
      await forDrizzle.end({ timeout: 5 });
    },
  };
}
