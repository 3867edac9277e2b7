import type { IncomingHttpHeaders } from "node:http";

/** What a proxy adds: then loopback is the proxy's address, and says nothing about the caller. */
const OF_PROXIES = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

export interface Asked {
  headers: IncomingHttpHeaders;
  remoteAddress: string | undefined;
}

/** The caller is on this machine itself: neither behind a proxy nor under another name. */
export function isOnThisMachine({ headers, remoteAddress }: Asked): boolean {
  if (OF_PROXIES.some((name) => headers[name] !== undefined)) return false;
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  return /^(::ffff:)?127\.|^::1$/.test(remoteAddress ?? "") && isLoopback(host);
}

/** For a host as written in an address. */
export function isLoopback(host: string): boolean {
  return /^(localhost|\[::1\]|127(\.\d+){3})$/.test(host);
}
