import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { inTurn, outliveReader, writeHeard } from "./io.ts";

const failure = (code: string) => Object.assign(new Error(code), { code });

test("a reader that has read enough ends no command; any other failure of an output does", () => {
  const output = new PassThrough();
  expect(() => output.emit("error", failure("EPIPE"))).toThrow("EPIPE");
  outliveReader(output);
  expect(output.emit("error", failure("EPIPE"))).toBe(true);
  expect(() => output.emit("error", failure("EIO"))).toThrow("EIO");
});

test("texts that are written at once stand one behind the other", async () => {
  const output = new PassThrough();
  const out = inTurn((text) => writeHeard(output, text));
  await Promise.all([out(`${"a".repeat(5_000)}.`), out("the end")]);
  expect(String(output.read())).toMatch(/a\.the end$/);
});
