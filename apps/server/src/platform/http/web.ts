import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import fastifyStatic from "@fastify/static";
import { routes } from "@squadroom/core/contract/routes";
import { refusal } from "@squadroom/core/kernel/refusal";
import { API_PREFIX } from "@squadroom/core/kernel/route";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendRefusal } from "./refusals.ts";

/** Addresses of the dashboard's screens, as in its router; a test compares the two. */
export const PAGES = [
  "/",
  "/sign-in",
  "/sign-in/oidc",
  "/c/$code",
  "/mail/stop/$token",
  "/inbox",
  "/rooms",
  "/rooms/$room",
  "/rooms/$room/backlog",
  "/rooms/$room/sessions",
  "/rooms/$room/import",
  "/rooms/$room/sessions/$session",
  "/rooms/$room/sessions/$session/report",
  "/rooms/$room/sessions/$session/timeline",
  "/rooms/$room/sessions/$session/context",
  "/rooms/$room/sessions/$session/artifacts",
  "/rooms/$room/runs",
  "/rooms/$room/runs/$run",
  "/rooms/$room/branches",
  "/rooms/$room/branches/$branch",
  "/rooms/$room/wisdom",
  "/rooms/$room/locks",
  "/rooms/$room/errors",
  "/rooms/$room/metrics",
  "/rooms/$room/settings",
  "/rooms/$room/settings/pipelines/$pipeline",
  "/rooms/$room/work",
  "/rooms/$room/replay",
  "/settings",
  "/connect",
  "/overview",
  "/import",
] as const;

const patterns = PAGES.map((page) => new RegExp(`^${page.replace(/\/$/, "").replace(/\$\w+/g, "[^/]+")}/?$`));

const known = Object.values(routes).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${API_PREFIX}${path.replace(/:\w+/g, "[^/]+")}$`),
}));

/** Bytes of a file at a time. */
const PIECE = 64 * 1024;

/** The dashboard, and the command for agents. Unknown paths outside the API are the dashboard's. */
export async function serveWeb(
  app: FastifyInstance,
  paths: { web: string; forAgents: Record<string, string> },
): Promise<void> {
  const index = join(paths.web, "index.html");
  const hasWeb = existsSync(index);
  if (hasWeb) {
    // One route for all names from the build: one for each of its files would be two thousand.
    await app.register(fastifyStatic, {
      root: join(paths.web, "assets"),
      prefix: "/assets/",
      index: false,
      preCompressed: true,
      immutable: true,
      maxAge: "1y",
    });
    for (const { name } of readdirSync(paths.web, { withFileTypes: true }).filter(isServed))
      app.get(`/${name}`, (_, reply) => {
        reply.header("cache-control", "no-cache");
        return reply.sendFile(name, paths.web, { cacheControl: false });
      });
  }
  const page = hasWeb ? readFileSync(index) : null;
  for (const [address, file] of Object.entries(paths.forAgents)) await serveFile(app, address, file);
  app.setNotFoundHandler((request, reply) => {
    // A person sees the dashboard's own words for an address that it does not have; programs get a refusal.
    const isKnown = isPage(request.url);
    const isForPeople = !request.url.startsWith("/api/") && accepts(request, "text/html");
    if (request.method === "GET" && page && (isKnown || isForPeople))
      return reply
        .code(isKnown ? 200 : 404)
        .header("content-type", "text/html; charset=utf-8")
        .header("cache-control", "no-cache")
        .send(page);
    const methods = methodsAt(request.url);
    if (methods.length > 0) {
      const message = `This address takes ${methods.join(", ")}, not ${request.method}.`;
      reply.header("allow", methods.join(", "));
      return sendRefusal(reply, request, refusal("method_not_allowed", message, {}, methods));
    }
    return sendRefusal(
      reply,
      request,
      refusal("not_found", `There is nothing at ${request.method} ${request.url.slice(0, 200)}.`, {}),
    );
  });
}

/** Not a file that is only another form of one, nor the page, which has addresses of its own. */
function isServed(entry: Dirent): boolean {
  return entry.isFile() && !/\.(gz|br)$|^index\.html$|^\./.test(entry.name);
}

/** Opened once: a build beside a running server replaces files, which belong to the next server. */
async function serveFile(app: FastifyInstance, address: string, file: string): Promise<void> {
  const content = existsSync(file) ? await open(file) : null;
  const { size } = (await content?.stat()) ?? { size: 0 };
  app.addHook("onClose", () => content?.close());
  const type = address.endsWith(".tgz") ? "application/gzip" : "text/javascript; charset=utf-8";
  app.get(address, async (request, reply) => {
    if (!content) return sendRefusal(reply, request, refusal("not_found", "The command line is not built.", {}));
    return reply
      .header("content-type", type)
      .header("content-length", size)
      .header("cache-control", "no-cache")
      .send(Readable.from(piecesOf(content, size)));
  });
}

/** The file's own stream would close it after its first reader. */
async function* piecesOf(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, at);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** By name: a client that accepts anything has not asked for a page. */
function accepts({ headers }: FastifyRequest, type: string): boolean {
  return (headers.accept ?? "").includes(type);
}

/** The methods that this address accepts; none if the API has no such address. */
function methodsAt(url: string): string[] {
  const path = url.split("?", 1)[0]?.replace(/\/$/, "") ?? "";
  const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  const unique = [...new Set<string>(methods)].sort();
  return unique.includes("GET") ? ["GET", "HEAD", ...unique.filter((one) => one !== "GET")] : unique;
}

/** Whether the dashboard has a screen there. */
export function isPage(url: string): boolean {
  const path = url.replace(/[?#].*$/s, "");
  return patterns.some((pattern) => pattern.test(path));
}
