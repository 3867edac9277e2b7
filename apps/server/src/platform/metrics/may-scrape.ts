import { timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** What a proxy adds: then loopback is the proxy's address, and says nothing of who asks. */
const OF_PROXIES = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"];

/** Who has the token, or asks on this machine itself, neither through a proxy nor under another name. */
export function mayScrape(
  { headers, remoteAddress }: { headers: IncomingHttpHeaders; remoteAddress: string | undefined },
  token: string | null,
): boolean {
  const shown = /^Bearer (\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (token !== null && shown !== undefined) return isSame(shown, token);
  if (OF_PROXIES.some((name) => headers[name] !== undefined)) return false;
  const host = (headers.host ?? "").replace(/:\d+$/, "");
  return (
    /^(::ffff:)?127\.|^::1$/.test(remoteAddress ?? "") &&
    /^(localhost|\[::1\]|127(\.\d+){3})$/.test(host)
  );
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
