import { expect, onTestFinished, test, vi } from "vitest";
import { createDatabaseHealth, TOLD_AFTER_MS, type Trouble } from "./database-health.ts";

const coded = (code: string, message = "no") => Object.assign(new Error(message), { code });

function aHealth() {
  let at = 0;
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  const log = { error: write, warn: write, notice: write };
  const health = createDatabaseHealth(log, () => at);
  const told: (Trouble | null)[] = [];
  health.onChanged((trouble) => told.push(trouble));
  const pass = (ms: number) => {
    at += ms;
  };
  return { health, log, lines, told, pass, now: () => at };
}

test("an outage has one line when it begins and one with its length when it is over", () => {
  const { health, lines, pass, now } = aHealth();
  for (const code of ["57P01", "CONNECTION_CLOSED", "ECONNREFUSED", "ECONNREFUSED", "57P03"]) {
    health.failed(coded(code));
    pass(2_000);
  }
  health.worked(now());
  expect(lines).toEqual([
    "the database can't be used: it is stopping; the next line comes when this ends",
    "the database works again, after 10 s",
  ]);
});

test("what an outage makes others say is not written; what it does not explain is", () => {
  const { health, log, lines } = aHealth();
  const quiet = health.quieten(log);
  quiet.error({ err: coded("ECONNREFUSED") }, "a sweep failed");
  quiet.warn({ err: new Error("outer", { cause: coded("ECONNREFUSED") }) }, "not renewed");
  quiet.error({ err: coded("23505") }, "a duplicate");
  quiet.warn({}, "something else");
  expect(lines).toEqual([
    "the database can't be used: it can't be reached; the next line comes when this ends",
    "a duplicate",
    "something else",
  ]);
});

test("what was sent before a failure does not end the outage", () => {
  const { health, pass, now } = aHealth();
  const sentAt = now();
  pass(10);
  health.failed(coded("ECONNREFUSED"));
  health.worked(sentAt);
  expect(health.isFailing()).toBe(true);
  health.worked(now());
  expect(health.isFailing()).toBe(false);
});

test("trouble is told once it lasts, with its cause", () => {
  const { health, pass } = aHealth();
  health.failed(coded("53100"));
  expect(health.trouble()).toBeNull();
  pass(TOLD_AFTER_MS);
  expect(health.trouble()).toEqual({
    state: "refusing",
    words: "its disk is full",
    forMs: TOLD_AFTER_MS,
  });
});

test("a refused commit counts until one is accepted, or none was refused for a while", () => {
  const { health, pass, now } = aHealth();
  const refused = Object.assign(new Error("refused", { cause: coded("53100") }), {
    name: "DatabaseRefused",
  });
  health.failed(refused);
  pass(1_000);
  health.worked(now());
  expect(health.isFailing()).toBe(true);
  health.committed();
  health.worked(now());
  expect(health.isFailing()).toBe(false);
  health.failed(refused);
  pass(6_000);
  health.worked(now());
  expect(health.isFailing()).toBe(false);
});

test("a machine that slept is no outage of the database; a silence that it sees is", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { health, lines, pass } = aHealth();
  onTestFinished(() => health.close());
  health.watch();
  const look = (ms: number) => {
    pass(ms);
    vi.advanceTimersToNextTimer();
  };
  look(500);
  look(120_000);
  look(500);
  expect(lines).toEqual([]);
  for (let i = 0; i < 8; i++) look(500);
  expect(lines).toEqual(["the database can't be used: it doesn't answer; the next line comes when this ends"]);
});
