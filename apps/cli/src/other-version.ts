import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { VERSION, VERSION_HEADER } from "@squadroom/core/kernel/version";

/** Tells the server which release calls it, and keeps which one answers. */
export function withVersions(send: typeof fetch): { fetch: typeof fetch; theirs: () => string } {
  let theirs = VERSION;
  return {
    theirs: () => theirs,
    fetch: async (input, init) => {
      // As the client gives them: a plain object.
      const given = init?.headers as Record<string, string> | undefined;
      const headers = { ...given, [VERSION_HEADER]: VERSION };
      const response = await send(input, { ...init, headers });
      theirs = response.headers.get(VERSION_HEADER) ?? theirs;
      return response;
    },
  };
}

/** Once per pair of releases on this machine; empty if there is nothing to say. */
export function versionNote(theirs: string, stateDir: string | undefined): string {
  if (theirs === VERSION || stateDir === undefined) return "";
  const told = join(stateDir, `.told-${VERSION}-${theirs.replaceAll(/[^\w.-]/g, "_").slice(0, 40)}`);
  if (existsSync(told)) return "";
  try {
    mkdirSync(stateDir, { recursive: true, mode: 0o700 });
    writeFileSync(told, "");
  } catch {
    // It is said again next time.
  }
  return `Note: the server is version ${theirs}, this command ${VERSION}. Both work as far as they know the same; connect again with the line from the dashboard to bring the command up to date.\n`;
}
