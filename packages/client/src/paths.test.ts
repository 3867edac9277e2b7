import { join } from "node:path";
import { routes } from "@squadroom/core/contract/routes";
import { API_PREFIX, type RouteDef } from "@squadroom/core/kernel/route";
import { expect, test } from "vitest";

test("the client's paths are the contract's routes", async () => {
  const lines = Object.values<RouteDef>(routes).map(({ id, method, path, keyed, repeats }) => {
    const more = repeats ? ", repeats: true" : "";
    const line = `  ${id}: { method: "${method}", path: "${path}", keyed: ${keyed}${more} },`;
    if (line.length <= 100) return line;
    return `  ${id}: {\n    method: "${method}",\n    path: "${path}",\n    keyed: ${keyed},\n  },`;
  });
  await expect(`import type { RouteId } from "@squadroom/core/contract/routes";

/** Where a route is, without its schemas: the browser calls the API and bundles no validator. */
export interface RoutePath {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below \`API_PREFIX\`; \`:name\` is a parameter. */
  path: string;
  /** Takes an idempotency key. */
  keyed: boolean;
  /** Sent again it does the same, though it takes no key. */
  repeats?: true;
}

export const API_PREFIX = "${API_PREFIX}";

/** Out of the contract: \`npx vitest run packages/client/src/paths.test.ts -u\` writes it. */
export const paths: Record<RouteId, RoutePath> = {
${lines.join("\n")}
};
`).toMatchFileSnapshot(join(import.meta.dirname, "paths.ts"));
});
