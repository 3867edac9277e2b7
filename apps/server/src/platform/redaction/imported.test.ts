import { SECRETS } from "@squadroom/core/redaction/corpus.fixture";
import { HARMLESS } from "@squadroom/core/redaction/look-alikes.fixture";
import { redact } from "@squadroom/core/redaction/redact";
import { expect, test } from "vitest";
import { redactImported } from "./imported.ts";

const mixed = "aB3dE5".repeat(20);
/** What only the rules of secretlint find, and what must be gone. */
const THEIRS: [kind: string, text: string, secret: string][] = [
  ["database-connection-string", "postgres://app:it's-s3cr3t@db.example/app", "s3cr3t"],
  ["github", `1${"ghp"}_${mixed.slice(0, 36)}`, mixed.slice(0, 36)],
  ["aws", `aws_secret_access_key =\n  ${mixed.slice(0, 40)}`, mixed.slice(0, 40)],
];

test.each(THEIRS)("has what secretlint finds redacted: %s", async (kind, text, secret) => {
  expect(redact(text)).toContain(secret);
  const redacted = await redactImported(`before ${text} after`);

  expect(redacted).toContain(`[redacted:${kind}]`);
  expect(redacted).not.toContain(secret);
  expect(redacted).toMatch(/^before .* after$/s);
  expect(await redactImported(redacted)).toBe(redacted);
});

test("lets no comment switch the rules off", async () => {
  for (const comment of ["secretlint-disable", "<!-- secretlint-disable -->"]) {
    const [, text, secret] = THEIRS[0] as (typeof THEIRS)[number];
    expect(await redactImported(`${comment}\n${text}\n`)).not.toContain(secret);
  }
});

/** It has the length of a token of npm. */
const MISTAKEN_BY_THEM = "npm_package_dependencies_fastify_version";

test("changes nothing in what our own rules have redacted, and finds one look-alike", async () => {
  for (const { text } of SECRETS) expect(await redactImported(text)).toBe(redact(text));
  for (const text of HARMLESS) {
    expect(await redactImported(text)).toBe(text === MISTAKEN_BY_THEM ? "[redacted:npm]" : text);
  }
});

test("redacts each of several, however they lie", async () => {
  const texts = THEIRS.map(([, text]) => text);
  const redacted = await redactImported(texts.join("\n\n"));

  for (const [kind, , secret] of THEIRS) {
    expect(redacted).toContain(`[redacted:${kind}]`);
    expect(redacted).not.toContain(secret);
  }
});

test.each(["mongodb://a:", "https://a:b", "-----BEGIN PRIVATE KEY-----", "SG.a.a", "xoxb-a-", "sk-proj-", "_"])(
  "ends soon on a text of 8000 characters, whatever it repeats: %j",
  async (unit) => {
    const before = process.cpuUsage().user;
    await redactImported(`${unit.repeat(8000 / unit.length)}!`);

    // Microseconds; it takes a hundredth of this.
    expect(process.cpuUsage().user - before).toBeLessThan(2_000_000);
  },
);
