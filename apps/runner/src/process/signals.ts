import type { EventEmitter } from "node:events";

/** A closed terminal and Ctrl-C ask for the same as a service manager. */
const SIGNALS = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/**
 * The first signal drains, the second ends at once; further ones change nothing.
 *
 * @returns a function that stops listening
 */
export function onSignals(
  { drain, stop }: { drain(): void; stop(): void },
  source: EventEmitter = process,
): () => void {
  let count = 0;
  const listen = () => {
    count++;
    if (count === 1) drain();
    if (count === 2) stop();
  };
  for (const name of SIGNALS) source.on(name, listen);
  return () => {
    for (const name of SIGNALS) source.off(name, listen);
  };
}
