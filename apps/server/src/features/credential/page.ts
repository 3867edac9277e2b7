import { connectLine } from "@squadroom/core/kernel/connect-link";
import type { FastifyInstance } from "fastify";
import { ownHosts, refuseOtherHost } from "../../platform/http/own-host.ts";

const CODE = /^[0-9a-z]{26}$/i;

/**
 * What a connect link says to somebody who opens it instead of running its line; that doesn't use it up. Browsers get
 * the dashboard's page for it; an agent or a script, which reads text, gets the line.
 */
export function serveConnectPage(
  app: FastifyInstance,
  publicUrl: string | null,
  hosts: readonly (string | null)[],
): void {
  const own = ownHosts(hosts);
  app.get<{ Params: { code: string } }>("/c/:code", (request, reply) => {
    const { code } = request.params;
    const wanted = request.headers.accept ?? "";
    const isBrowser = wanted.includes("text/html") && !/text\/(?:markdown|plain)/.test(wanted);
    if (isBrowser || !CODE.test(code)) return reply.callNotFound();
    // Whoever reads the line runs it, and it leads where it says.
    if (publicUrl === null) refuseOtherHost(request.host, own);
    const origin = publicUrl?.replace(/\/+$/, "") ?? `${request.protocol}://${request.host}`;
    return reply
      .header("content-type", "text/plain; charset=utf-8")
      .header("cache-control", "no-store")
      .send(
        [
          "This link connects an agent to Squadroom. It works once; reading this did not use it up.",
          "Run this in the folder of the agent's project:",
          "",
          connectLine(origin, code),
          "",
        ].join("\n"),
      );
  });
}
