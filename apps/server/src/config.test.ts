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
      trustProxy: false,
      forward: true,
      direct: false,
      natsUrl: null,
    });
    expect(config.dataDir).toMatch(/\.squadroom$/);
  });

  it("trusts every proxy, or those at the addresses that are given", () => {
    const trusted = (text: string) => readConfig({ SQUADROOM_TRUST_PROXY: text }).trustProxy;
    expect(["1", "2", "0", "10.0.0.2, fd00::/8"].map(trusted)).toEqual([
      1,
      2,
      false,
      ["10.0.0.2", "fd00::/8"],
    ]);
    for (const bad of ["yes", "10.0.0.2/33", "10.0.0.2/8/8", "10.0.0.2,", "proxy.example"])
      expect(() => trusted(bad)).toThrow(
        "SQUADROOM_TRUST_PROXY must be the number of proxies in front",
      );
  });

  it("names the variable that it cannot read, and what it takes", () => {
    expect(() => readConfig({ SQUADROOM_PORT: "http" })).toThrow(
      'SQUADROOM_PORT must be a whole number from 0 to 65535, not "http".',
    );
    expect(() => readConfig({ SQUADROOM_LEASE_MANAGED_S: "1" })).toThrow(
      "SQUADROOM_LEASE_MANAGED_S",
    );
    expect(() => readConfig({ SQUADROOM_ADVERTISE: "10.0.0.5:4600" })).toThrow(
      'SQUADROOM_ADVERTISE must be an address such as http://10.0.0.5:4600, not "10.0.0.5:4600".',
    );
  });

  it("takes the address of a Postgres, of several hosts too, and names the variable otherwise", () => {
    const url = (text: string) => readConfig({ DATABASE_URL: text }).databaseUrl;
    for (const good of [
      "postgres://squad:secret@db.example:5432/room",
      "postgresql://squad@10.0.0.7:5432,10.0.0.8:5432/room?target_session_attrs=primary",
      "postgres://squad:se%23cret@[::1]/room",
    ])
      expect(url(good)).toBe(good);
    expect(() => url("mysql://db.example/room")).toThrow(
      "DATABASE_URL must begin with postgres://",
    );
    for (const bad of ["postgres://u:a#b@db.example/room", "postgres://u:p@db.example/room#x"])
      expect(() => url(bad)).toThrow("DATABASE_URL must have the form");
  });

  it("knows the levels of the log", () => {
    expect(readConfig({ SQUADROOM_LOG: "notice" }).logLevel).toBe("notice");
    expect(() => readConfig({ SQUADROOM_LOG: "loud" })).toThrow(
      "SQUADROOM_LOG must be one of trace",
    );
  });
});
