import { VERSION } from "@squadroom/core/kernel/version";
import type { FastifyBaseLogger } from "fastify";

/** Most versions that are told apart: a caller with more makes them up. */
const KNOWN_MAX = 20;

/** Notes each other release that calls, once. */
export function createVersionNote(log: FastifyBaseLogger): (theirs: string | string[] | undefined) => void {
  const known = new Set<unknown>([undefined, VERSION]);
  return (theirs) => {
    if (known.has(theirs) || known.size > KNOWN_MAX) return;
    known.add(theirs);
    const version = String(theirs).slice(0, 40);
    log.warn(
      { version, own: VERSION },
      `a command or hook of version ${version} calls this server of version ${VERSION}: it works as far as both know the same; connecting the agent again brings its own up to date`,
    );
  };
}
