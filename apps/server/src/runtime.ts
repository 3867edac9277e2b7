import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { isThere } from "@squadroom/core/kernel/room";
import { VERSION } from "@squadroom/core/kernel/version";
import { revokeRoomCredentials } from "./features/credential/index.ts";
import { createMailCourier, openPost } from "./features/mail/index.ts";
import { countedOfRooms } from "./features/metrics/index.ts";
import { setRole } from "./features/people/index.ts";
import { projectAll } from "./features/projections.ts";
import { releaseUnsent } from "./features/task/index.ts";
import { createCourier, webhookBacklog } from "./features/webhook/index.ts";
import { createForwarding } from "./platform/forward/forwarding.ts";
import { createSigner } from "./platform/forward/signature.ts";
import { createDescriptors, descriptorLimit, descriptorsUsed } from "./platform/http/descriptors.ts";
import { createMetrics } from "./platform/metrics/metrics.ts";
import { newId } from "./platform/new-id.ts";
import { createDatabaseHealth } from "./platform/outage/database-health.ts";
import { createFolds } from "./platform/room/folds.ts";
import { type DatabaseOptions, openDatabase } from "./runtime/database.ts";
import { createDemos } from "./runtime/demos.ts";
import { createLife } from "./runtime/life.ts";
import { createProcesses, type ProcessesOptions } from "./runtime/processes.ts";
import { createServedRooms, type ServedRoomsOptions } from "./runtime/served-rooms.ts";
import { createUpkeep } from "./runtime/upkeep.ts";
import { createTelling, createViewers } from "./runtime/viewers.ts";

export interface RuntimeOptions extends DatabaseOptions, ProcessesOptions, ServedRoomsOptions {
  /** Where this server's own demo squads can reach it. */
  serverUrl: () => string;
}

export type Runtime = Awaited<ReturnType<typeof createRuntime>>;

/** Everything behind the routes, wired. */
export async function createRuntime(options: RuntimeOptions) {
  const { config, serverUrl } = options;
  const { leaseS } = config;
  const health = createDatabaseHealth(options.log);
  const log = health.quieten(options.log);
  const database = await openDatabase(options, log);
  const { sql, clock, auth, history, epoch } = database;
  const processes = createProcesses(options, database, health, log);
  const { registry, doorbell, owners } = processes;
  const metrics = createMetrics(
    sql,
    {
      waitingAgents: () => served.waiters.count(),
      sockets: () => viewers.hub.count(),
      cachedRooms: () => served.rooms.stats().cached,
      quarantinedRooms: () => served.rooms.stats().quarantined,
      isDatabaseWell: () => !health.isFailing(),
    },
    { version: VERSION, process: registry.id },
    [webhookBacklog(sql), ...countedOfRooms(sql, clock)],
  );
  const served = createServedRooms(
    options,
    database,
    {
      onJudged(tookMs) {
        health.committed();
        metrics.observeCommit(tookMs);
      },
      publish: (room, events) => viewers.hub.publish(room, events),
      ring: doorbell.ring,
    },
    log,
  );
  const { rooms, waiters, viewOf } = served;
  const viewers = createViewers(database, served, health, leaseS, log);
  const { hub, directory } = viewers;
  const sweeper = createUpkeep(database, processes, served, viewers, log);
  const forwarding = createForwarding({
    isOn: config.forward,
    isDirect: config.direct,
    registry,
    owners,
    signer: createSigner(database.siblingSecret, clock.now),
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
  const post = await openPost(config.mail);
  const { mailSecret: secret } = database;
  const mailCourier = post && createMailCourier({ sql, now: clock.now, newId, secret, ...post, log });
  const paths = builtFiles();
  const demos = createDemos({ cliPath: paths.command, serverUrl }, database, processes, log);
  const descriptors = createDescriptors({ limit: descriptorLimit, used: descriptorsUsed, log });
  descriptors.start();
  const life = createLife(registry, health, {
    links: [
      descriptors.stop,
      () => Promise.all([sweeper.stop(), courier.stop(), mailCourier?.stop()]),
      () => waiters.end("stopping"),
      hub.close,
      demos.close,
    ],
    parts: [rooms.idle, doorbell.close, forwarding.close, served.close, health.close, database.close],
  });

  return {
    ...database,
    ...processes,
    ...served,
    ...viewers,
    // Its `close` is the one that counts: it ends all the others.
    ...life,
    leaseS,
    newId,
    folds: createFolds(),
    metrics,
    sweeper,
    forwarding,
    couriers: [courier, ...(mailCourier ? [mailCourier] : [])],
    mail: { secret, post },
    descriptors,
    paths,
    /** Demo squads continue if the process that ran them has died. */
    resumeDemos: demos.resumeAll,
    declareRestored: history.raise,
    async teamRolesOf(roomId: RoomId) {
      const view = await viewOf(roomId);
      return view && isThere(view) ? view.team.roles.map((role) => role.name) : null;
    },
    ...createTelling(viewers, doorbell),
    roomTools: {
      ...viewers,
      demos,
      project: projectAll,
      epoch,
      addOwner: async (roomId: RoomId, personId: PersonId) =>
        auth.noteChanged(await setRole(sql, roomId, personId, "owner", null)),
      endCredentials: async (roomId: RoomId) => auth.noteChanged(await revokeRoomCredentials(sql, roomId)),
    },
  };
}

/** What is built beside this program, in a clone as in the package. */
function builtFiles() {
  const cli = beside("../../cli/dist");
  const docs = beside("./docs-page");
  return {
    web: beside("../../web/dist"),
    docsPage: existsSync(docs) ? docs : beside("../node_modules/@fastify/swagger-ui/static"),
    command: join(cli, "squadroom.mjs"),
    /** For agents' machines, keyed by the server's paths. */
    forAgents: {
      "/cli.mjs": join(cli, "squadroom.mjs"),
      "/hook.mjs": join(cli, "hook.mjs"),
      "/squadroom.tgz": join(cli, "squadroom.tgz"),
    },
  };
}

function beside(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
