import type { Socket } from "node:net";
import type { FastifyRequest } from "fastify";
import { expect, test, vi } from "vitest";
import { refusalOfError, refuseUnreadable } from "./refusals.ts";

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

test.each([
  ["ERR_HTTP_REQUEST_TIMEOUT", "408", "unavailable"],
  ["HPE_HEADER_OVERFLOW", "431", "bad_request"],
  ["HPE_INVALID_METHOD", "400", "bad_request"],
])("of what can't be read (%s) only what never will be is called wrong", (reason, status, code) => {
  const end = vi.fn();
  refuseUnreadable(failed(reason), { writable: true, end } as unknown as Socket);
  const [head, body] = String(end.mock.calls[0]?.[0]).split("\r\n\r\n");
  expect(head).toContain(`HTTP/1.1 ${status} `);
  expect(JSON.parse(body ?? "")).toMatchObject({ code });
});
