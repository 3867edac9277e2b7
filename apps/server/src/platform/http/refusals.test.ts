import type { FastifyRequest } from "fastify";
import { expect, test, vi } from "vitest";
import { refusalOfError } from "./refusals.ts";

const log = { error: vi.fn() };
const request = { log } as unknown as FastifyRequest;
const failed = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

test.each(["ECONNREFUSED", "CONNECTION_CLOSED", "CONNECT_TIMEOUT", "08006", "57P01", "53300"])(
  "without a connection to the database (%s) a caller is told to come back",
  (code) => {
    const wrapped = new Error("a query failed", { cause: failed(code) });
    expect(refusalOfError(wrapped, request)).toMatchObject({
      code: "unavailable",
      details: { retryAfterS: 1 },
    });
    expect(log.error).not.toHaveBeenCalled();
  },
);

test("any other failure is a fault of ours: logged under the id that the caller gets", () => {
  const error = failed("22P02");
  const { code, details } = refusalOfError(error, request);
  expect(code).toBe("internal");
  const logged = { err: error, errorId: details.errorId };
  expect(log.error).toHaveBeenCalledWith(logged, expect.any(String));
});
