import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import rateLimit from "@fastify/rate-limit";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import websocket from "@fastify/websocket";
import { routes } from "@squadroom/core/contract/routes";
import { type Refusal, refusal } from "@squadroom/core/kernel/refusal";
import { API_PREFIX } from "@squadroom/core/kernel/route";
import { VERSION } from "@squadroom/core/kernel/version";
import { LIVE_CLOSE, LIVE_PATH } from "@squadroom/core/live/protocol";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import type { Config } from "./config.ts";
import { agentRoutes } from "./features/agent/index.ts";
import { attachmentRoutes } from "./features/attachment/index.ts";
import { auditRoutes } from "./features/audit/index.ts";
import { backlogRoutes } from "./features/backlog/index.ts";
import { credentialRoutes } from "./features/credential/index.ts";
import { decisionRoutes } from "./features/decision/index.ts";
import { handoffRoutes } from "./features/handoff/index.ts";
import { historyRoutes } from "./features/history/index.ts";
import { inboxRoutes } from "./features/inbox/index.ts";
import { messageRoutes } from "./features/message/index.ts";
import { peopleRoutes } from "./features/people/index.ts";
import { replayRoutes } from "./features/replay/index.ts";
import { roomRoutes } from "./features/room/index.ts";
import { scoutRoutes } from "./features/scout/index.ts";
import { searchRoutes } from "./features/search/index.ts";
import { gateRoutes, sessionRoutes } from "./features/session/index.ts";
import { taskRoutes } from "./features/task/index.ts";
import { teamRoutes } from "./features/team/index.ts";
import { usageRoutes } from "./features/usage/index.ts";
import { webhookRoutes } from "./features/webhook/index.ts";
import { launcherCommand } from "./launcher.ts";
import { rightOf } from "./platform/auth/access.ts";
import { isSecure } from "./platform/auth/cookie.ts";
import { checkOrigin } from "./platform/auth/guard.ts";
import { FORWARDED_HEADER } from "./platform/forward/forwarding.ts";
import { RAN_HEADER } from "./platform/forward/siblings.ts";
import { guardHeaders } from "./platform/http/guard-headers.ts";
import { createMount } from "./platform/http/mount.ts";
import { openApiDocument } from "./platform/http/openapi.ts";
import {
  refusalOfAddress,
  refusalOfError,
  refuseUnreadable,
  sendRefusal,
} from "./platform/http/refusals.ts";
import type { RouteTools } from "./platform/http/route.ts";
import { trustedHops } from "./platform/http/trusted-hops.ts";
import { serveWeb } from "./platform/http/web.ts";
import { FRAME_MAX, handleSocketError } from "./platform/live/socket-error.ts";
import { mayScrape } from "./platform/metrics/may-scrape.ts";
import { redact } from "./platform/redaction/redact.ts";
import type { Runtime } from "./runtime.ts";

const BODY_MAX = 1_000_000;

/** The HTTP server over a runtime: limits, headers, the contract's routes, the live socket, the dashboard. */
export async function buildApp(
  runtime: Runtime,
  config: Config,
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const { forwarding, registry } = runtime;
  const forwardedBy = new WeakMap<object, NonNullable<ReturnType<typeof forwarding.read>>>();
  const app = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_MAX,
    trustProxy: trustedHops(config.trustProxy),
    genReqId: (raw) => {
      const forwarded = forwarding.read(raw);
      if (forwarded) forwardedBy.set(raw, forwarded);
      return forwarded && forwarded !== "forged" ? forwarded.requestId : randomUUID();
    },
    routerOptions: { maxParamLength: 128 },
    forceCloseConnections: true,
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    frameworkErrors: (error, request, reply) => {
      sendRefusal(reply as FastifyReply, request as FastifyRequest, refusalOfAddress(error));
    },
    clientErrorHandler: refuseUnreadable,
  }) as unknown as FastifyInstance;
  const { connectionsMax } = runtime.descriptors;
  if (connectionsMax !== null) app.server.maxConnections = connectionsMax;
  app.setErrorHandler((error: Error, request, reply) =>
    sendRefusal(reply, request, refusalOfError(error, request)),
  );
  // What is not JSON is told so, rather than read as a text that no route takes.
  app.removeContentTypeParser("text/plain");
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  const guards = guardHeaders({ isHttps: config.publicUrl?.startsWith("https:") ?? false });
  // With `done`: a promise for each hook of each request costs more than what they do.
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    reply.headers(request.url.startsWith(API_PREFIX) ? guards.answers : guards.pages);
    const forwarded = forwardedBy.get(request.raw);
    if (!forwarded) return done();
    if (forwarded === "forged") {
      const message = `${FORWARDED_HEADER} is for the server's own processes.`;
      sendRefusal(reply, request, refusal("bad_request", message, {}));
      return;
    }
    const { ip, protocol, host } = forwarded;
    Object.defineProperties(request, {
      ip: { value: ip },
      protocol: { value: protocol },
      host: { value: host },
    });
    reply.header(RAN_HEADER, registry.id);
    done();
  });
  await app.register(rateLimit, {
    // Counted by the process that it came to.
    allowList: (request) => forwardedBy.has(request.raw),
    max: config.rateLimit,
    timeWindow: 10_000,
    cache: 20_000,
    // A made-up token counts for the address that it came from.
    keyGenerator: async (request) => {
      const { authorization, cookie: cookies } = request.headers;
      if (authorization === undefined && cookies === undefined) return request.ip;
      const principal = await runtime.auth
        .authenticate({ authorization, cookie: cookies }, isSecure(request, config.publicUrl))
        .catch(() => null);
      return principal?.credential.id ?? request.ip;
    },
    errorResponseBuilder: (_request, context) =>
      Object.assign(new Error(`More than ${context.max} requests in ten seconds.`), {
        statusCode: 429,
        /** Of the window, seconds. */
        retryAfterS: Math.max(1, Math.ceil(context.ttl / 1000)),
      }),
  });
  await app.register(swagger, {
    mode: "static",
    specification: { document: openApiDocument(routes, VERSION) as never },
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    baseDir: runtime.paths.docsPage,
    logo: {
      type: "image/svg+xml",
      content: await readFile(join(runtime.paths.docsPage, "logo.svg")),
    },
    staticCSP: true,
    transformStaticCSP: (header) => header.replace(/ ?upgrade-insecure-requests;?/, ""),
    uiConfig: { docExpansion: "none" },
  });
  app.get("/api/openapi.json", async () => app.swagger());
  app.get("/healthz", async () => ({
    ok: true,
    version: VERSION,
    process: registry.id,
  }));
  app.get("/readyz", async (_request, reply) => {
    const notReady = runtime.notReady();
    return notReady === null ? { ok: true } : reply.code(503).send({ ok: false, ...notReady });
  });
  app.get("/metrics", async (request, reply) => {
    const { headers, raw } = request;
    const asked = { headers, remoteAddress: raw.socket.remoteAddress };
    if (!mayScrape(asked, config.metricsToken)) {
      const message = "Metrics are for this machine, or with SQUADROOM_METRICS_TOKEN.";
      return sendRefusal(reply, request, refusal("forbidden", message, {}));
    }
    return reply
      .header("content-type", runtime.metrics.contentType)
      .send(await runtime.metrics.text());
  });
  await app.register(websocket, {
    options: { maxPayload: FRAME_MAX, perMessageDeflate: false },
    errorHandler: handleSocketError,
  });
  app.get(
    LIVE_PATH,
    {
      websocket: true,
      preValidation: (request, reply) => admitSocket(runtime, config, request, reply),
    },
    (socket, request) => {
      const principal = admitted.get(request);
      const { authorization, cookie: cookies } = request.headers;
      const again = () =>
        runtime.auth.authenticate(
          { authorization, cookie: cookies },
          isSecure(request, config.publicUrl),
        );
      if (!principal) return socket.close(1008);
      // Others of the same moment were not there yet when it was let in.
      if (runtime.hub.socketsOf(principal.credential.id) >= config.sockets)
        return socket.close(LIVE_CLOSE.tooMany, "too many live sockets");
      runtime.hub.connect(socket, principal, again);
      // It may have ended between the upgrade's check and here, where nobody looked for its sockets yet.
      if (!runtime.auth.isCurrent(principal.credential))
        void runtime.hub.recheck(principal.credential.id);
    },
  );

  const mount = createMount({
    publicUrl: config.publicUrl,
    app,
    auth: runtime.auth,
    clock: runtime.clock,
    keySecret: Buffer.from(runtime.keySecret).toString("base64url"),
    resolveRoom: runtime.directory.resolve,
    rightOf,
    checkOrigin,
    onAgentCall: (roomId, principal) => runtime.observations.touch(roomId, principal.id),
    redact,
    forward: forwarding.forward,
    epoch: runtime.epoch,
  });
  const tools: RouteTools = {
    ...runtime,
    route: mount,
    publicUrl: config.publicUrl,
    command: { text: launcherCommand(config), isPublic: config.command !== null },
    allowPrivateWebhooks: config.allowPrivateWebhooks,
    log: logger,
  };
  agentRoutes(tools);
  taskRoutes(tools);
  handoffRoutes(tools);
  messageRoutes(tools);
  attachmentRoutes(tools);
  replayRoutes(tools);
  decisionRoutes({ resolveRoom: runtime.directory.resolve })(tools);
  backlogRoutes(tools);
  sessionRoutes(tools);
  gateRoutes(tools);
  scoutRoutes(tools);
  inboxRoutes(tools);
  searchRoutes(tools);
  usageRoutes(tools);
  peopleRoutes(tools);
  credentialRoutes(tools);
  auditRoutes(tools);
  historyRoutes(runtime.declareRestored)(tools);
  teamRoutes(tools);
  webhookRoutes(tools);
  roomRoutes(runtime.roomTools)(tools);
  const missing = Object.keys(routes).filter((id) => !mount.mounted.has(id));
  if (missing.length > 0)
    throw new Error(`routes of the contract without a handler: ${missing.join(", ")}`);
  await serveWeb(app, runtime.paths);
  return app;
}

const admitted = new WeakMap<object, Parameters<Runtime["hub"]["connect"]>[1]>();

async function admitSocket(
  runtime: Runtime,
  { sockets, publicUrl }: Config,
  request: Parameters<typeof checkOrigin>[0] & { raw: object },
  reply: Parameters<typeof sendRefusal>[0],
): Promise<void> {
  const asked = request as unknown as Parameters<typeof sendRefusal>[1];
  const foreign = checkOrigin(request);
  const { authorization, cookie: cookies } = request.headers;
  const principal = foreign
    ? null
    : await runtime.auth.authenticate(
        { authorization, cookie: cookies },
        isSecure(asked, publicUrl),
      );
  if (principal) {
    const no = refuseSocket(runtime, principal.credential.id, sockets);
    if (no) return void sendRefusal(reply, asked, no);
    admitted.set(request, principal);
    return;
  }
  sendRefusal(
    reply,
    asked,
    foreign ?? refusal("unauthorized", "The live socket needs a credential or a sign-in.", {}),
  );
}

/** A credential has so many live sockets, and all of them together leave descriptors for calls. */
function refuseSocket(runtime: Runtime, credentialId: string, max: number): Refusal | null {
  if (runtime.hub.socketsOf(credentialId) >= max) {
    const message = `This credential already has ${max} live sockets open. Close some, or follow several rooms on one.`;
    return refusal("limit_reached", message, { limit: max });
  }
  if (runtime.descriptors.hasRoom()) return null;
  const message = "The server has as many connections open as its system allows. Calls still work.";
  return refusal("overloaded", message, { retryAfterS: 5 });
}
