import { readFile } from "node:fs/promises";
import { join } from "node:path";
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { routes } from "@squadroom/core/contract/routes";
import { VERSION } from "@squadroom/core/kernel/version";
import type { FastifyInstance } from "fastify";
import { asyncApiDocument } from "../live/asyncapi.ts";
import { openApiDocument } from "./openapi.ts";

/** The contract as OpenAPI, the live socket's as AsyncAPI, and a page to read and try the first. */
export async function serveDocs(app: FastifyInstance, page: string): Promise<void> {
  await app.register(swagger, {
    mode: "static",
    // Typed for OpenAPI 2 as well, whose documents have other members.
    specification: { document: openApiDocument(routes, VERSION) as never },
  });
  await app.register(swaggerUi, {
    routePrefix: "/api/docs",
    baseDir: page,
    logo: { type: "image/svg+xml", content: await readFile(join(page, "logo.svg")) },
    staticCSP: true,
    transformStaticCSP: (header) => header.replace(/ ?upgrade-insecure-requests;?/, ""),
    uiConfig: { docExpansion: "none" },
  });
  app.get("/api/openapi.json", async () => app.swagger());
  let live: object | undefined;
  app.get("/api/asyncapi.json", async () => {
    live ??= asyncApiDocument(VERSION);
    return live;
  });
}
