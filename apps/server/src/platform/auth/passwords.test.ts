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

test("takes as long where there is none", async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash(GOOD);
  const time = async (hash: string | null) => {
    const began = performance.now();
    for (let i = 0; i < 8; i++) await passwords.verify(hash, "wrong password");
    return performance.now() - began;
  };
  await time(null);

  const ratio = (await time(null)) / (await time(stored));

  // Without a hash made for nobody it is a hundredth; the bounds leave room for a busy machine.
  expect(ratio).toBeGreaterThan(0.2);
  expect(ratio).toBeLessThan(5);
});

test("refuses more work than it can do soon", async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash(GOOD);

  const all = await Promise.allSettled(
    Array.from({ length: 70 }, () => passwords.verify(stored, GOOD)),
  );

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
])("%s", (password, isFine) => {
  expect(weaknessOf(password)?.code ?? "fine").toBe(isFine ? "fine" : "password_weak");
});
