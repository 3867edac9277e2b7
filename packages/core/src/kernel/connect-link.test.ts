import { expect, test } from "vitest";
import { connectLink, readConnectLink } from "./connect-link.ts";

const token = `sqr_${"aB3-_".repeat(8)}xyz`;

test.each([
  "http://127.0.0.1:4600",
  "https://squad.example",
  "http://[::1]:4600",
  "https://a.example/b",
])("a link to %s says address and credential again", (url) => {
  expect(readConnectLink(` ${connectLink(url, token)}\n`)).toEqual({ url, token });
});

test.each([
  "",
  token,
  "http://127.0.0.1:4600",
  `http://127.0.0.1:4600/#${token}`,
  "http://127.0.0.1:4600/connect#",
  "http://127.0.0.1:4600/connect#sqr_short",
  `ftp://127.0.0.1/connect#${token}`,
  `http://name:word@127.0.0.1/connect#${token}`,
  `http://127.0.0.1/connect?x#${token}`,
  `http://127.0.0.1/connect#${token} more`,
])("%j is no link", (text) => {
  expect(readConnectLink(text)).toBeNull();
});

test("the credential is in the part that browsers keep to themselves", () => {
  const { hash, pathname, search } = new URL(connectLink("https://squad.example", token));
  expect({ hash, pathname, search }).toEqual({
    hash: `#${token}`,
    pathname: "/connect",
    search: "",
  });
});
