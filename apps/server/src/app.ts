import { routes } from "@squadroom/core/contract/routes";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { API_PREFIX } from "@squadroom/core/kernel/route";
import { VERSION_HEADER } from "@squadroom/core/kernel/version";
import { DEFAULT_OPTIONS } from "@squadroom/core/log/options";
import { redactBy } from "@squadroom/core/redaction/addresses";
import { redact } from "@squadroom/core/redaction/redact";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Config } from "./config.ts";
import { mountActs } from "./features/acts.ts";
import { serveConnectPage } from "./features/credential/index.ts";
import { MCP_PATH, serveMcp } from "./features/mcp/index.ts";
import { mountFeatures } from "./features/routes.ts";
import { launcherCommand } from "./launcher.ts";
import { rightOf } from "./platform/auth/access.ts";
import { createCallers } from "./platform/auth/callers.ts";
import { checkOrigin } from "./platform/auth/guard.ts";
import { createOidc } from "./platform/auth/oidc.ts";
import { createArrivals } from "./platform/forward/arrivals.ts";
import { refuseDeep } from "./platform/http/depth.ts";
import { serveDocs } from "./platform/http/docs-page.ts";
import { guardHeaders } from "./platform/http/guard-headers.ts";
import { createMount } from "./platform/http/mount.ts";
import { serveProbes } from "./platform/http/probes.ts";
import { limitRates } from "./platform/http/rate-limit.ts";
import { refusalOfAddress, refusalOfError, refuseUnreadable, sendRefusal } from "./platform/http/refusals.ts";
import { trustedHops } from "./platform/http/trusted-hops.ts";
import { createVersionNote } from "./platform/http/version-note.ts";
import { serveWeb } from "./platform/http/web.ts";
import { serveLiveSocket } from "./platform/live/socket-route.ts";
import type { Runtime } from "./runtime.ts";

const BODY_MAX = 1_000_000;

/** The HTTP server over a runtime: limits, headers, the contract's routes, the live socket, the dashboard. */
export async function buildApp(runtime: Runtime, config: Config, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const { auth, forwarding, registry, descriptors, paths } = runtime;
  const arrivals = createArrivals(forwarding.read, registry.id);
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX,
    trustProxy: trustedHops(config.trustProxy),
    genReqId: arrivals.requestIdOf,
    routerOptions: { maxParamLength: 128 },
    forceCloseConnections: true,
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    frameworkErrors: (error, request, reply) => {
      sendRefusal(reply as FastifyReply, request as FastifyRequest, refusalOfAddress(error));
    },
    clientErrorHandler: refuseUnreadable,
  }) as FastifyInstance;
  const { connectionsMax } = descriptors;
  if (connectionsMax !== null) app.server.maxConnections = connectionsMax;
  app.setErrorHandler((error: Error, request, reply) => sendRefusal(reply, request, refusalOfError(error, request)));
  // A body that isn't JSON is refused as such, rather than read as a text that no route takes.
  app.removeContentTypeParser("text/plain");
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const guards = guardHeaders({ isHttps: config.publicUrl?.startsWith("https:") ?? false });
  const noteVersion = createVersionNote(logger);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    const isAnswer = [API_PREFIX, MCP_PATH].some((path) => request.url.startsWith(path));
    reply.headers(isAnswer ? guards.answers : guards.pages);
    noteVersion(request.headers[VERSION_HEADER]);
    arrivals.take(request, reply, done);
  });
  app.addHook("preValidation", async ({ body }) => refuseDeep(body));
  const callerOf = createCallers(app, auth, config.publicUrl);
  await limitRates(app, config.rateLimit, callerOf, arrivals.isForwarded);
  await serveDocs(app, paths.docsPage);
  serveProbes(app, {
    process: registry.id,
    notReady: runtime.notReady,
    metrics: runtime.metrics,
    metricsToken: config.metricsToken,
  });
  const { hub } = runtime;
  await serveLiveSocket(app, { hub, auth, callerOf, descriptors, socketsMax: config.sockets });

  const { resolve: resolveRoom } = runtime.directory;
  const redactIn = async (roomId: RoomId) => redactBy((await runtime.viewOf(roomId))?.options ?? DEFAULT_OPTIONS);
  const mount = createMount({
    app,
    auth,
    callerOf,
    clock: runtime.clock,
    keySecret: Buffer.from(runtime.keySecret).toString("base64url"),
    resolveRoom,
    rightOf,
    checkOrigin,
    onAgentCall: (roomId, principal) => runtime.observations.touch(roomId, principal.id),
    redact: async (value, roomId) => (roomId === null ? redact(value) : (await redactIn(roomId))(value)),
    forward: forwarding.forward,
    epoch: runtime.epoch,
  });
  mountFeatures(
    {
      ...runtime,
      route: mount,
      publicUrl: config.publicUrl,
      command: { text: launcherCommand(config), isPublic: config.command !== null },
      oidc: config.oidc && createOidc(config.oidc, runtime.clock),
      allowPrivateWebhooks: config.allowPrivateWebhooks,
      log: logger,
      redactIn,
    },
    { ...runtime, resolveRoom, app },
  );
  mountActs({ route: mount, rooms: runtime.rooms }, mount.mounted);
  const hosts = [config.publicUrl, config.advertise, config.host];
  await serveMcp(app, {
    rooms: runtime.rooms,
    perform: mount.perform,
    callerOf,
    hosts,
    log: logger,
  });
  const missing = Object.keys(routes).filter((id) => !mount.mounted.has(id));
  if (missing.length > 0) throw new Error(`routes of the contract without a handler: ${missing.join(", ")}`);
  serveConnectPage(app, config.publicUrl, hosts);
  await serveWeb(app, paths);
  return app;
}
