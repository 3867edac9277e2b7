import { type LookupAddress, lookup as resolve } from "node:dns";
import { lookup } from "node:dns/promises";
import { BlockList, isIP, isIPv6, type LookupFunction } from "node:net";
import { refuse } from "@squadroom/core/kernel/refusal";

/** Ranges without public hosts. @source IANA's registries of special-purpose addresses */
const INTERNAL = new BlockList();
for (const [net, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  INTERNAL.addSubnet(net, prefix, "ipv4");
/** In IPv6 only what is assigned globally is public, and of that not what embeds IPv4 or has a special purpose. */
const GLOBAL6 = new BlockList();
GLOBAL6.addSubnet("2000::", 3, "ipv6");
const CARRIERS6 = new BlockList();
for (const [net, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const)
  CARRIERS6.addSubnet(net, prefix, "ipv6");

/** Whether a host on the internet may have this address; no other is called. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return isIP(address) === 4 && !INTERNAL.check(address, "ipv4");
  return GLOBAL6.check(address, "ipv6") && !CARRIERS6.check(address, "ipv6");
}

export class InternalAddressError extends Error {
  override readonly name = "InternalAddressError";
  constructor(host: string) {
    super(`${host} is an address inside of a network; the server only calls public ones.`);
  }
}

/**
 * Resolves a name for the connection about to be made: the address that was looked up is the one that is called, so
 * that a name cannot change in between.
 */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, "", 0);
    const [first] = found;
    if (!first || !found.every(({ address }) => isPublicAddress(address)))
      return callback(new InternalAddressError(hostname), "", 0);
    if (options.all) callback(null, found);
    else callback(null, first.address, first.family);
  });
};

/**
 * Refuses an address to which nothing would ever be sent. One that cannot be looked up now may exist later.
 *
 * @throws `bad_request`
 */
export async function refuseInternal({ hostname }: URL): Promise<void> {
  const host = hostname.replace(/^\[|\]$/g, "");
  const found = await lookup(host, { all: true }).catch(() => []);
  if (found.every(({ address }) => isPublicAddress(address))) return;
  const message = `${host} is an address inside of a network; the server sends to public ones only. Where it is meant, start it with SQUADROOM_WEBHOOK_PRIVATE=1.`;
  throw refuse("bad_request", message, { field: "body.url", host });
}
