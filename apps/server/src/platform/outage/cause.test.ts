import { expect, test } from "vitest";
import { causeOf } from "./cause.ts";

const coded = (code: string) => Object.assign(new Error("no"), { code });

test.each([
  ["25006", "refusing"],
  ["53100", "refusing"],
  ["42501", "refusing"],
  ["28P01", "refusing"],
  ["57P01", "unreachable"],
  ["53300", "unreachable"],
  ["ECONNREFUSED", "unreachable"],
  ["CONNECT_TIMEOUT", "unreachable"],
  ["08006", "unreachable"],
  ["AUTH_TYPE_REFUSED", "unreachable"],
  ["SASL_SIGNATURE_MISMATCH", "unreachable"],
])("%s means that the database is %s", (code, state) => {
  expect(causeOf(coded(code))?.state).toBe(state);
  expect(causeOf(new Error("Failed query", { cause: coded(code) }))?.state).toBe(state);
});

test.each(["23505", "22P02", "40001", "57014", "42P01", "EADDRINUSE", "EACCES"])(
  "%s is no sign of an outage",
  (code) => expect(causeOf(coded(code))).toBeNull(),
);
