/**
 * Whom of the proxies in front the server believes, as Fastify asks it: hop 0 is who calls, and each further one stands
 * further left in `x-forwarded-for`. Of so many proxies the address that the outermost one saw counts, and nothing
 * that a caller wrote in front of it.
 */
export function trustedHops(
  proxies: false | number | string[],
): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === "number" ? (_address, hop) => hop < proxies : proxies;
}
