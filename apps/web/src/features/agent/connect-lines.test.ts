import { readConnectLink } from "@squadroom/core/kernel/connect-link";
import { describe, expect, it } from "vitest";
import { curlLine, freeName, HARNESSES, lineFor, masked } from "./connect-lines.ts";

const at = {
  origin: "http://127.0.0.1:4600",
  room: "checkout-web",
  role: "builder",
  token: "sqr_0123456789abcdefghijdef",
  code: "0123456789abcdefghjkmnpqrs",
  expiresAt: 1,
};

describe("lines to connect with", () => {
  it("carry address, role and credential, so that nothing has to be typed", () => {
    expect(lineFor("shell", at)).toContain("http://127.0.0.1:4600/c/0123456789abcdefghjkmnpqrs");
    expect(curlLine(at)).toContain("http://127.0.0.1:4600/api/v1/rooms/checkout-web/agents");
  });

  it("show the secret cut short", () => {
    expect(masked(curlLine(at), at.token)).toContain("Bearer sqr_0123…def");
    expect(masked(curlLine(at), at.token)).not.toContain(at.token);
  });
});

describe("freeName", () => {
  it("numbers the second of a kind", () => {
    expect(freeName("Builder", [])).toBe("Builder");
    expect(freeName("Builder", ["builder", "Builder 2"])).toBe("Builder 3");
  });
});

it("connects all by one line that works once, and without the package by a join", () => {
  for (const door of HARNESSES) {
    const line = lineFor(door, at);
    expect(line).toMatch(/^npx -y \S+\/squadroom\.tgz connect \S+ --for \w+$/);
    const [, link = ""] = /connect (\S+) --for/.exec(line) ?? [];
    expect(readConnectLink(link)).toEqual({ url: at.origin, code: at.code });
    expect(line).not.toContain(at.token);
  }
  expect(lineFor("http", at)).toBe(curlLine(at));
});
