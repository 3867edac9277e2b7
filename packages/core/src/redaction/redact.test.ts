import fc from "fast-check";
import { expect, test } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { SECRETS } from "./corpus.fixture.ts";
import { HARMLESS } from "./look-alikes.fixture.ts";
import { redact } from "./redact.ts";

test.each(SECRETS)("$rule: $text", ({ rule, text, secret }) => {
  const redacted = redact(text);

  expect(redacted).toContain(`[redacted:${rule}]`);
  expect(redacted).not.toContain(secret);
  expect(redact(redacted)).toBe(redacted);
});

test.each(SECRETS)("leaves the words around it alone: $rule: $text", ({ text }) => {
  const redacted = redact(`before ${text}\nafter`);

  expect(redacted).toMatch(/^before /);
  expect(redacted).toMatch(/\nafter$/);
});

test.each(SECRETS)("finds it within JSON within a string: $rule: $text", ({ text, secret }) => {
  const inner = JSON.stringify({ note: text });

  expect(redact(inner)).not.toContain(JSON.stringify(secret).slice(1, -1));
  expect(JSON.parse(redact(inner))).toHaveProperty("note");
});

test.each(HARMLESS)("leaves alone: %s", (text) => {
  expect(redact(text)).toBe(text);
});

test("keeps what names a secret and where it was", () => {
  expect(redact(`DB_PASSWORD=${"hunter2".repeat(2)} make`)).toBe("DB_PASSWORD=[redacted:assignment] make");
  expect(redact("postgres://app:hunter2hunter2@db/app")).toBe("postgres://app:[redacted:url-password]@db/app");
});

test("returns the very same object where nothing was found", () => {
  const body = { a: ["text", { b: null, c: 1 }], d: undefined, e: new Date(0), f: "token count" };

  expect(redact(body)).toBe(body);
  expect(redact(undefined)).toBeUndefined();
});

test("copies only what changes", () => {
  const body = { kept: { a: ["x"] }, list: ["x", "password=hunter2hunter2"], n: 1 };

  const redacted = redact(body);

  expect(redacted).toEqual({ ...body, list: ["x", "password=[redacted:assignment]"] });
  expect(redacted.kept).toBe(body.kept);
  expect(body.list[1]).toBe("password=hunter2hunter2");
});

test("a member named __proto__ stays a member", () => {
  const body: unknown = JSON.parse('{"__proto__": {"note": "password=hunter2hunter2"}}');

  const redacted = redact(body) as object;

  expect(Object.getPrototypeOf(redacted)).toBe(Object.prototype);
  expect(JSON.stringify(redacted)).toBe('{"__proto__":{"note":"password=[redacted:assignment]"}}');
});

test("refuses what is nested too deep, whatever the depth", () => {
  const nested = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);

  expect(redact(nested(100))).toEqual(nested(100));
  for (const depth of [101, 5000]) {
    expect(() => redact(nested(depth))).toThrow(expect.objectContaining({ code: "bad_request" }));
  }
});

/** Pieces that rules begin, end or stop with, so that generated texts come near to what they match. */
const piece = fc.oneof(
  fc.constantFrom(
    "sqr_",
    "sk-",
    "sk-proj-",
    "ghp_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "AKIA",
    "eyJ",
    "npm_",
    "password",
    "PASSWORD",
    "api_key",
    "token",
    "secret",
    "pwd",
    "passphrase",
    "Authorization",
    "bearer ",
    "Basic ",
    "://",
    "@",
    "=",
    ":",
    ": ",
    " = ",
    '"',
    "'",
    "\\",
    "\\n",
    "`",
    "\n",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    "-----BEGIN ",
    "-",
    "_",
    ".",
    "[redacted:",
    "]",
    "[",
    "(",
    "&",
    "/",
    ",",
    " ",
    "sign-in#",
    "squadroom_session=",
    "hooks.slack.com/services/",
    "a1b2c3d4",
    "correcthorse",
    "SG.",
    "SK",
    "key-",
    ":AA",
    "8Q~",
    "hvs.",
    ".atlasv1.",
    "glc_",
    "ATATT3x",
    "ops_ey",
    "A3-",
    "_auth",
    ":x-oauth-basic@",
    "whsec_",
  ),
  fc.string({ maxLength: 4 }),
  fc.nat(60).map((n) => "aB3".repeat(20).slice(0, n)),
  fc.nat(40).map((n) => "Q7".repeat(20).slice(0, n)),
);
const hostile = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(""));

test("applied again it changes nothing", () => {
  const property = fc.property(hostile, (text) => {
    const once = redact(text);
    expect(redact(once)).toBe(once);
  });
  fc.assert(property, { numRuns: shareOf(5000) });
});

const MEGABYTE = 1_000_000;
const fill = (unit: string, length = MEGABYTE) => unit.repeat(Math.ceil(length / unit.length));

/** Each begins a rule again and again, and never ends it. */
const HOSTILE = [
  "eyJaaaaaaaaaa",
  "-eyJaaaaaaaaaa",
  ".eyJaaaaaaaaaa",
  "eyJ",
  "_eyJaaaaaaaaaa-",
  "-----BEGIN PRIVATE KEY-----",
  "-----BEGIN ",
  "-----BEGIN A A A A ",
  "-----END PRIVATE KEY-----",
  "-----BEGIN PRIVATE KEY-----\n",
  "-----BEGIN PRIVATE KEY-----AAAAAAAAAAAAAAAA",
  "password=",
  "token=",
  "token= ",
  "password =",
  'token="',
  "token='token=\"",
  'token=\\"',
  "pwd:",
  'password=\\\\\\"',
  "password: `",
  "password ",
  "authorization",
  "authorization: bearer ",
  "bearer ",
  "bearer a",
  "bearer a.",
  "://",
  "://a",
  "://a:",
  "://a:b",
  "://:",
  ":",
  "sk-",
  "sk-ant-",
  "ghp_",
  "ghp_a",
  "github_pat_",
  "glpat-",
  "xoxb-",
  "AKIA",
  "npm_",
  "AIza",
  "sqr_",
  "sign-in#",
  "SG.",
  "SG.aaaaaaaaaaaaaaaa",
  "-SG.",
  "SG",
  "SK",
  "key-",
  ":AA",
  "1234567890:AA",
  "8Q~",
  "a8Q~",
  "hvs.",
  ".atlasv1.",
  "atlasv1.",
  "glc_",
  "ATATT3x",
  "ops_ey",
  "A3-FAKE00-",
  "figd_",
  "lin_api_",
  "://aaaaaaaa:x-oauth-basic",
  ":x-oauth-basic@",
  "_auth=",
  "_auth",
  "discord.com/api/webhooks/",
  "hooks.slack.com/services/",
  "a",
  "A",
  " ",
  "\n",
  "\\",
  '"',
  "-",
  "=",
  "\u{1f98a}",
];

test.each(HOSTILE)("takes linear time on much of %j", (unit) => {
  const much = fill(unit, MEGABYTE / 8);
  for (const text of [much, `password=${much}`, `token: "${much}(`]) {
    const before = process.cpuUsage().user;
    redact(text);

    // Microseconds; this is twenty times what it takes, and a fifth of what is quadratic.
    expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
  }
});

test("takes two million characters at once, and no more", () => {
  const long = (length: number) => `sqr_${"a".repeat(length - 4)}`;

  expect(redact(long(2_000_000))).toBe("[redacted:squadroom-token]");
  expect(() => redact([long(2_000_001)])).toThrow(expect.objectContaining({ code: "payload_too_large" }));
});

test("finds what a megabyte hides", () => {
  const text = `${fill("lorem ipsum ")}password=hunter2hunter2 dolor`;

  expect(redact(text)).not.toContain("hunter2");
});
