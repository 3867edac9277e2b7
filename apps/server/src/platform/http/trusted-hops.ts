/**
 * Which of the proxies in front the server believes, as Fastify asks it: hop 0 is the caller, and each further one is
 * further left in `x-forwarded-for`. With this many proxies, the address that the outermost one saw counts, and nothing
 * that a caller wrote before it.
 */
export function trustedHops(
  proxies: false | number | string[],
): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === "number" ? (_address, hop) => hop < proxies : proxies;
}
