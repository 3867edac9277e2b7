import { expect, test } from "vitest";
import { connectLink, credentialLink, readConnectLink } from "./connect-link.ts";

const code = "0123456789abcdefghjkmnpqrs";
const token = `sqr_${"aB3-_".repeat(8)}xyz`;

test.each(["http://127.0.0.1:4600", "https://squad.example", "http://[::1]:4600", "https://a.example/b"])(
  "a link to %s says address and code or credential again",
  (url) => {
    expect(readConnectLink(` ${connectLink(url, code)}\n`)).toEqual({ url, code });
    expect(readConnectLink(connectLink(url, code.toUpperCase()))).toEqual({ url, code });
    expect(readConnectLink(` ${credentialLink(url, token)}\n`)).toEqual({ url, token });
  },
);

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
  "http://127.0.0.1:4600/c/",
  `http://127.0.0.1:4600/c/${code.slice(1)}`,
  `http://127.0.0.1:4600/c/${code}0`,
  `http://127.0.0.1:4600/c/${code}?x`,
  `http://name:word@127.0.0.1/c/${code}`,
])("%j is no link", (text) => {
  expect(readConnectLink(text)).toBeNull();
});

test("the credential is in the part that browsers keep to themselves", () => {
  const { hash, pathname, search } = new URL(credentialLink("https://squad.example", token));
  expect({ hash, pathname, search }).toEqual({
    hash: `#${token}`,
    pathname: "/connect",
    search: "",
  });
});
