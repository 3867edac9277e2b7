import { expect, test } from "vitest";
import { createPasswords, weaknessOf } from "./passwords.ts";

const GOOD = "a long enough one";

test("knows the password it hashed, and no other", async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash(GOOD);

  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await passwords.verify(stored, GOOD)).toBe(true);
  expect(await passwords.verify(stored, `${GOOD} `)).toBe(false);
  expect(await passwords.hash(GOOD)).not.toBe(stored);
});

test("a password is the same however a keyboard composes its characters", async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash("caf\u00e9 caf\u00e9 caf\u00e9");

  expect(await passwords.verify(stored, "cafe\u0301 cafe\u0301 cafe\u0301")).toBe(true);
});

test("is never right where there is none", async () => {
  const passwords = createPasswords();

  expect(await passwords.verify(null, GOOD)).toBe(false);
  expect(await passwords.verify(null, "")).toBe(false);
});

test("does the same work where there is none", async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash(GOOD);
  const work = async (hash: string | null) => {
    const before = process.cpuUsage();
    for (let i = 0; i < 8; i++) await passwords.verify(hash, "wrong password");
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };

  const ratio = (await work(null)) / (await work(stored));

  // Without a hash made for nobody it is less than a hundredth.
  expect(ratio).toBeGreaterThan(0.25);
  expect(ratio).toBeLessThan(4);
});

test("refuses more work than it can do soon", async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash(GOOD);

  const all = await Promise.allSettled(Array.from({ length: 70 }, () => passwords.verify(stored, GOOD)));

  const refused = all.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(4);
  expect(refused[0]).toMatchObject({ reason: { code: "overloaded" } });
  expect(await passwords.verify(stored, GOOD)).toBe(true);
});

test.each([
  ["", false],
  ["elevenchars", false],
  ["twelve chars", true],
  ["🦊".repeat(11), false],
  ["🦊".repeat(12), true],
  ["x".repeat(200), true],
  ["x".repeat(201), false],
])("a password has 12 to 200 characters: %j", (password, isFine) => {
  expect(weaknessOf(password)?.code ?? "fine").toBe(isFine ? "fine" : "password_weak");
});
