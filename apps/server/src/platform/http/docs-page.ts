import { readFile } from "node:fs/promises";
import { join } from "node:path";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { routes } from "@squadroom/core/contract/routes";
import { VERSION } from "@squadroom/core/kernel/version";
import type { FastifyInstance } from "fastify";

/**
 * The contract as OpenAPI, the live socket's as AsyncAPI, and a page to read and try the former. The documents are
 * loaded and made when they are first read: that takes a fifth of a second, and few servers are ever asked for them.
 */
export async function serveDocs(app: FastifyInstance, page: string): Promise<void> {
  const document = {};
  let making: Promise<unknown> | undefined;
  const onRequest = async () => {
    making ??= import("./openapi.ts").then(({ openApiDocument }) =>
      Object.assign(document, openApiDocument(routes, VERSION)),
    );
    await making;
  };
  await app.register(swagger, {
    mode: "static",
    // Typed for OpenAPI 2 as well, whose documents have other members.
    specification: { document: document as never },
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    baseDir: page,
    logo: { type: "image/svg+xml", content: await readFile(join(page, "logo.svg")) },
    staticCSP: true,
    transformStaticCSP: (header) => header.replace(/ ?upgrade-insecure-requests;?/, ""),
    uiConfig: { docExpansion: "none" },
    uiHooks: { onRequest: (_request, _reply, done) => void onRequest().then(() => done(), done) },
  });
  app.get("/api/openapi.json", { onRequest }, async () => app.swagger());
  let live: object | undefined;
  app.get("/api/asyncapi.json", async () => {
    live ??= (await import("../live/asyncapi.ts")).asyncApiDocument(VERSION);
    return live;
  });
}
