import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

describe("the configuration", () => {
  it("has a default for everything", () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 4600,
      host: "127.0.0.1",
      databaseUrl: null,
      publicUrl: null,
      advertise: null,
      forward: true,
      natsUrl: null,
    });
    expect(config.dataDir).toMatch(/\.squadroom$/);
  });

  it("names the variable that it cannot read, and what it takes", () => {
    expect(() => readConfig({ SQUADROOM_PORT: "http" })).toThrow(
      'SQUADROOM_PORT is a whole number from 0 to 65535, not "http".',
    );
    expect(() => readConfig({ SQUADROOM_LEASE_MANAGED_S: "1" })).toThrow(
      "SQUADROOM_LEASE_MANAGED_S",
    );
    expect(() => readConfig({ SQUADROOM_ADVERTISE: "10.0.0.5:4600" })).toThrow(
      'SQUADROOM_ADVERTISE is an address such as http://10.0.0.5:4600, not "10.0.0.5:4600".',
    );
  });
});
