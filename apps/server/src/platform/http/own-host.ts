import { isIP } from "node:net";
import { hostname } from "node:os";
import { refuse } from "@squadroom/core/kernel/refusal";

/** This server's names; a foreign name that leads here is a trick on somebody's browser. */
export function ownHosts(named: readonly (string | null)[]): ReadonlySet<string> {
  const hosts = named.flatMap((one) => {
    if (one === null) return [];
    return [URL.canParse(one) ? new URL(one).hostname : one];
  });
  return new Set(["localhost", hostname(), ...hosts].map((host) => host.toLowerCase()));
}

/** @throws `origin_refused` */
export function refuseOtherHost(host: string | undefined, own: ReadonlySet<string>): void {
  const name = hostIn(`http://${host ?? ""}`);
  if (name !== null && isOwn(name, own)) return;
  const message = `This server isn't known as ${host ?? "nothing"}. Set SQUADROOM_PUBLIC_URL to the address that agents use.`;
  throw refuse("origin_refused", message, { host: host ?? null });
}

export function hostIn(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname.toLowerCase() : null;
}

/** An address can't be made to lead elsewhere. */
export function isOwn(host: string, own: ReadonlySet<string>): boolean {
  return own.has(host) || isIP(host.replace(/^\[|\]$/g, "")) !== 0;
}
