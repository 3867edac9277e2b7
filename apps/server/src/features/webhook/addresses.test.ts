import { expect, test } from "vitest";
import { isPublicAddress, lookupPublic } from "./addresses.ts";

test.each([
  "127.0.0.1",
  "127.8.8.8",
  "0.0.0.0",
  "10.1.2.3",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "198.18.0.1",
  "192.88.99.1",
  "192.31.196.1",
  "192.52.193.1",
  "192.175.48.1",
  "2620:4f:8000::1",
  "3fff::1",
  "2001:20::1",
  "224.0.0.1",
  "255.255.255.255",
  "::1",
  "::",
  "fe80::1",
  "fc00::1",
  "fd12:3456::1",
  "ff02::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:7f00:1",
  "64:ff9b::7f00:1",
  "2002:7f00:1::",
  "2001:db8::1",
  "no address",
])("%s is no public address", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["1.1.1.1", "8.8.8.8", "172.32.0.1", "192.169.0.1", "2606:4700:4700::1111"])(
  "%s is a public one",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([true, false])("a name that leads inside is refused when it is called, all: %s", (all) => {
  return new Promise<void>((resolve) => {
    lookupPublic("localhost", { all }, (error) => {
      expect(error?.message).toContain("localhost is an address inside of a network");
      resolve();
    });
  });
});
