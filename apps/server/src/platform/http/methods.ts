import { routes } from "@squadroom/core/contract/routes";
import { API_PREFIX } from "@squadroom/core/kernel/route";

const known = Object.values(routes).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${API_PREFIX}${path.replace(/:\w+/g, "[^/]+")}$`),
}));

/** The methods that this address accepts; none if the API has no such address. */
export function methodsAt(url: string): string[] {
  const path = url.split("?", 1)[0]?.replace(/\/$/, "") ?? "";
  const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  const unique = [...new Set<string>(methods)].sort();
  return unique.includes("GET") ? ["GET", "HEAD", ...unique.filter((one) => one !== "GET")] : unique;
}
