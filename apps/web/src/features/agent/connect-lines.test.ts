import { anAgent } from "@squadroom/core/testing/builders.fixture";
import { describe, expect, it } from "vitest";
import { cliLine, curlLine, freeName, hasCalledSince, masked, textFor } from "./connect-lines.ts";

const at = {
  origin: "http://127.0.0.1:4600",
  room: "checkout-web",
  role: "builder",
  token: "sqr_0123456789abcdef",
};

describe("lines to connect with", () => {
  it("carry address, role and credential, so that nothing has to be typed", () => {
    expect(cliLine(at)).toContain("SQUADROOM_TOKEN=sqr_0123456789abcdef");
    expect(cliLine(at)).toContain("--role builder");
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

it("gives an agent the sentence with the line, a shell the line alone", () => {
  const tell = "Run this line, then do what it prints:";
  expect(textFor("claude", at, tell)).toBe(`${tell}\n${cliLine(at)}`);
  expect(textFor("codex", at, tell)).toBe(textFor("claude", at, tell));
  expect(textFor("shell", at, tell)).toBe(cliLine(at));
  expect(textFor("http", at, tell)).toBe(curlLine(at));
});

it("takes an agent for connected once it has called again after its join", () => {
  const agent = anAgent({ joinedAt: 1_000, seenAt: 1_000 });
  const member = (presence: object) =>
    ({ presence: { reach: "online", work: "idle", ...presence } }) as never;
  expect(hasCalledSince(member({ reason: { kind: "seen", at: 1_000 } }), agent)).toBe(false);
  expect(hasCalledSince(member({ reason: { kind: "seen", at: 1_400 } }), agent)).toBe(true);
  expect(hasCalledSince(member({ reason: { kind: "waiting_poll" } }), agent)).toBe(true);
  const busy = { work: "working", reason: { kind: "seen", at: 1_000 } };
  expect(hasCalledSince(member(busy), agent)).toBe(true);
  const gone = { reach: "offline", reason: { kind: "left", at: 2_000 } };
  expect(hasCalledSince(member(gone), agent)).toBe(false);
});
