import { expect, test } from "vitest";
import { causeOf, lookAtDisk } from "./cause.ts";

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

test("a database that ends because its disk is full is told as that, as long as it is full", () => {
  lookAtDisk(() => true);
  try {
    expect(causeOf(coded("CONNECTION_CLOSED"))?.words).toBe("its disk is full");
    expect(causeOf(coded("ECONNREFUSED"))?.words).toBe("its disk is full");
    expect(causeOf(coded("23505"))).toBeNull();
  } finally {
    lookAtDisk(() => false);
  }
  expect(causeOf(coded("CONNECTION_CLOSED"))?.words).toBe("its connections keep closing");
});

test.each(["23505", "22P02", "40001", "57014", "42P01", "EADDRINUSE", "EACCES"])("%s is no sign of an outage", (code) =>
  expect(causeOf(coded(code))).toBeNull(),
);
