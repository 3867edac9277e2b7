import type { FastifyBaseLogger } from "fastify";
import pino, { type DestinationStream } from "pino";

type Write = (details: object, message: string) => void;

/** `notice` is between `warn` and `error`: few lines, for whoever operates the server. */
export type ServerLog = FastifyBaseLogger & { notice: Write };

export function createLog(level: string, to?: DestinationStream): ServerLog {
  const at = (lowest: string) => {
    const options = { level: lowest, customLevels: { notice: 45 } };
    return (to ? pino(options, to) : pino(options)) as ServerLog;
  };
  const log = at(level);
  // They say that the server runs and how its outages end: they are written at every level except silence.
  if (level === "error" || level === "fatal") log.notice = at("notice").notice.bind(at("notice"));
  return log;
}
