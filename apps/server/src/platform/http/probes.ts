import { refusal } from "@squadroom/core/kernel/refusal";
import { VERSION } from "@squadroom/core/kernel/version";
import type { FastifyInstance } from "fastify";
import { mayScrape } from "../metrics/may-scrape.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { sendRefusal } from "./refusals.ts";

export interface ProbesOptions {
  process: string;
  /** Why calls belong elsewhere; `null` if this process serves. */
  notReady: () => { reason: string; sinceS?: number } | null;
  metrics: Metrics;
  metricsToken: string | null;
}

/** What orchestrators, load balancers and scrapers ask. */
export function serveProbes(app: FastifyInstance, options: ProbesOptions): void {
  const { process, metrics } = options;
  app.get("/healthz", async () => ({ ok: true, version: VERSION, process }));
  app.get("/readyz", async (_request, reply) => {
    const notReady = options.notReady();
    return notReady === null ? { ok: true } : reply.code(503).send({ ok: false, ...notReady });
  });
  app.get("/metrics", async (request, reply) => {
    const { headers, raw } = request;
    const asked = { headers, remoteAddress: raw.socket.remoteAddress };
    if (!mayScrape(asked, options.metricsToken)) {
      const message = "Metrics are for this machine, or with SQUADROOM_METRICS_TOKEN.";
      return sendRefusal(reply, request, refusal("forbidden", message, {}));
    }
    return reply.header("content-type", metrics.contentType).send(await metrics.text());
  });
}
