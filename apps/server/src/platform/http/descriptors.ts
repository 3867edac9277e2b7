import { readdirSync, readFileSync } from "node:fs";

/** From this share of the limit on, no further live socket is accepted, and the log says so: calls still are. */
const SHORT_AT = 0.8;
/** And from this share on, no further connection at all: they are ended at once instead of hanging. */
const FULL_AT = 0.95;
const LOOK_MS = 2_000;

export interface DescriptorOptions {
  /** Most that this process may have open; `null` if the system does not say. */
  limit: () => number | null;
  used: () => number;
  log: {
    warn: (details: object, message: string) => void;
    info: (details: object, message: string) => void;
  };
}

/** How many files and sockets this process has open, so that live sockets leave some for everything else. */
export function createDescriptors({ limit, used, log }: DescriptorOptions) {
  const max = limit();
  let open = 0;
  let wasShort = false;
  let timer: NodeJS.Timeout | null = null;

  function look(): void {
    if (max === null) return;
    open = used();
    const isNow = open >= max * SHORT_AT;
    if (isNow === wasShort) return;
    wasShort = isNow;
    const details = { open, limit: max };
    if (isNow) log.warn(details, "running out of file descriptors: new live sockets are refused; raise the limit");
    else log.info(details, "enough file descriptors again");
  }

  return {
    look,
    start(): void {
      if (max === null) return;
      look();
      timer = setInterval(look, LOOK_MS).unref();
    },
    stop(): void {
      if (timer) clearInterval(timer);
    },
    /** Asked before a live socket is accepted, and counts it. */
    hasRoom(): boolean {
      return max === null || ++open < max * SHORT_AT;
    },
    /** Most connections of all kinds at once. */
    connectionsMax: max === null ? null : Math.floor(max * FULL_AT),
  };
}

/** The soft limit of this process, if the system is Linux. */
export function descriptorLimit(): number | null {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? null : Number(soft);
  } catch {
    return null;
  }
}

export function descriptorsUsed(): number {
  return readdirSync("/proc/self/fd").length;
}

export type Descriptors = ReturnType<typeof createDescriptors>;
