import { join } from "node:path";
import { routes } from "@squadroom/core/contract/routes";
import { API_PREFIX, type RouteDef } from "@squadroom/core/kernel/route";
import { expect, test } from "vitest";

test("the client's paths are the contract's routes", async () => {
  const lines = Object.values<RouteDef>(routes).map(({ id, method, path, keyed, repeats }) => {
    const sign = keyed ? " keyed" : repeats ? " repeats" : "";
    const line = `  ${id}: "${method} ${path}${sign}",`;
    return line.length <= 100 ? line : line.replace(": ", ":\n    ");
  });
  await expect(`import type { RouteId } from "@squadroom/core/contract/routes";

export const API_PREFIX = "${API_PREFIX}";

/**
 * Where each route is, without its schemas: the browser calls the API and bundles no validator. A method, a path
 * below \`API_PREFIX\` in which \`:name\` is a parameter, and \`keyed\` if it takes an idempotency key, or \`repeats\`
 * if it takes none and sending it again has no further effect.
 *
 * From the contract: \`npx vitest run packages/client/src/paths.test.ts -u\` writes it.
 */
export const paths: Record<RouteId, string> = {
${lines.join("\n")}
};
`).toMatchFileSnapshot(join(import.meta.dirname, "paths.ts"));
});
