import { UnreachableError } from "@squadroom/client/answer";
import { RefusalError, refusal } from "@squadroom/core/kernel/refusal";
import { expect, test } from "vitest";
import { outlasting } from "./outage.ts";

const AWAY = new UnreachableError("http://127.0.0.1:1", "nobody listens");

test("a call is made again until the server answers", async () => {
  const busy = new RefusalError(refusal("unavailable", "The database doesn't answer."));
  const said = [AWAY, busy];
  const call = async () => {
    const error = said.shift();
    if (error) throw error;
    return "done";
  };
  expect(await outlasting(call, new AbortController().signal)).toBe("done");
});

test("what the server says no to is thrown, and made once", async () => {
  let calls = 0;
  const call = async () => {
    calls++;
    throw new RefusalError(refusal("run_unknown", "There is no such run."));
  };
  const outcome = outlasting(call, new AbortController().signal);
  await expect(outcome).rejects.toMatchObject({ code: "run_unknown" });
  expect(calls).toBe(1);
});

test("once nobody wants to know any more it is made once, and then no more", async () => {
  const over = AbortSignal.abort();
  expect(await outlasting(async () => "done", over)).toBe("done");
  expect(await outlasting(() => Promise.reject(AWAY), over)).toBe(null);
});
