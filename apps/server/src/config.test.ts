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
    expect(["1", "2", "0", "10.0.0.2, fd00::/8"].map(trusted)).toEqual([1, 2, false, ["10.0.0.2", "fd00::/8"]]);
    for (const bad of ["yes", "10.0.0.2/33", "10.0.0.2/8/8", "10.0.0.2,", "proxy.example"])
      expect(() => trusted(bad)).toThrow("SQUADROOM_TRUST_PROXY must be the number of proxies in front");
  });

  it("takes a mail server, encrypted unless it is on this machine, and never prints its password", () => {
    const env = {
      SQUADROOM_SMTP_URL: "smtps://squad%40example.com:p%23ss@mail.example",
      SQUADROOM_MAIL_FROM: "Squadroom <squad@example.com>",
      SQUADROOM_PUBLIC_URL: "https://squad.example/",
    };
    const mailOf = (more: object) => readConfig({ ...env, ...more }).mail;
    expect(mailOf({})).toEqual({
      host: "mail.example",
      port: 465,
      isTls: true,
      isLocal: false,
      user: "squad@example.com",
      password: "p#ss",
      from: "Squadroom <squad@example.com>",
      publicUrl: "https://squad.example",
      holdMs: 60_000,
    });
    const local = ["smtp://127.0.0.1:1025", "smtp://[::1]", "smtp://localhost"];
    for (const url of local) expect(mailOf({ SQUADROOM_SMTP_URL: url })).toMatchObject({ isLocal: true });
    for (const url of ["smtp://mail.example", "smtp://127.0.0.1.example"])
      expect(mailOf({ SQUADROOM_SMTP_URL: url })).toMatchObject({ isLocal: false, port: 587 });
    expect(readConfig({}).mail).toBeNull();
    for (const [more, says] of [
      [{ SQUADROOM_SMTP_URL: "http://squad:secret@mail.example" }, "must have the form smtps://"],
      [{ SQUADROOM_SMTP_URL: "smtps://squad:secret%zz@mail.example" }, "must have the form smtps://"],
      [{ SQUADROOM_SMTP_URL: "smtps://squad:sec#ret@mail.example" }, "must have the form smtps://"],
      [{ SQUADROOM_MAIL_FROM: "Squad\nBcc: x@example.com" }, "needs SQUADROOM_MAIL_FROM"],
      [{ SQUADROOM_MAIL_FROM: "" }, "needs SQUADROOM_MAIL_FROM"],
      [{ SQUADROOM_PUBLIC_URL: "" }, "needs SQUADROOM_PUBLIC_URL"],
    ] as const) {
      expect(() => mailOf(more)).toThrow(says);
      expect(() => mailOf(more)).not.toThrow(/secret|sec#ret/);
    }
  });

  it("takes a provider that people sign in with, over https or on this machine", () => {
    const base = {
      SQUADROOM_OIDC_ISSUER: "https://id.example/team",
      SQUADROOM_OIDC_CLIENT_ID: "us",
      SQUADROOM_PUBLIC_URL: "https://squad.example/",
    };
    const oidc = (more: Record<string, string>) => readConfig({ ...base, ...more }).oidc;
    expect(readConfig({}).oidc).toBeNull();
    const more = { clientId: "us", clientSecret: null, name: "id.example", domains: [] };
    const here = { publicUrl: "https://squad.example", hasChooser: true };
    expect(oidc({})).toEqual({ issuer: "https://id.example/team", ...more, ...here });
    expect(
      oidc({
        SQUADROOM_OIDC_ISSUER: "http://localhost:8080",
        SQUADROOM_OIDC_NAME: " Team ID ",
        SQUADROOM_OIDC_DOMAINS: "Team.example, other.test,",
      }),
    ).toMatchObject({ name: "Team ID", domains: ["team.example", "other.test"] });
    expect(oidc({ SQUADROOM_OIDC_CHOOSER: "0" })).toMatchObject({ hasChooser: false });
    for (const url of ["", "squad.example"])
      expect(() => oidc({ SQUADROOM_PUBLIC_URL: url })).toThrow(
        "SQUADROOM_OIDC_ISSUER needs SQUADROOM_PUBLIC_URL: where the provider sends people back to, such as https://squad.example.",
      );
    for (const issuer of ["http://id.example", "id.example", "https://id.example/?a=b", ""])
      expect(() => oidc({ SQUADROOM_OIDC_ISSUER: issuer })).toThrow("SQUADROOM_OIDC_ISSUER");
    expect(() => oidc({ SQUADROOM_OIDC_CLIENT_ID: "" })).toThrow("SQUADROOM_OIDC_CLIENT_ID");
    for (const domains of ["@team.example", "team", "*.team.example"])
      expect(() => oidc({ SQUADROOM_OIDC_DOMAINS: domains })).toThrow("SQUADROOM_OIDC_DOMAINS");
  });

  it("names the variable that it cannot read, and what it takes", () => {
    expect(() => readConfig({ SQUADROOM_PORT: "http" })).toThrow(
      'SQUADROOM_PORT must be a whole number from 0 to 65535, not "http".',
    );
    expect(() => readConfig({ SQUADROOM_LEASE_MANAGED_S: "1" })).toThrow("SQUADROOM_LEASE_MANAGED_S");
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
    expect(() => url("mysql://db.example/room")).toThrow("DATABASE_URL must begin with postgres://");
    for (const bad of ["postgres://u:a#b@db.example/room", "postgres://u:p@db.example/room#x"])
      expect(() => url(bad)).toThrow("DATABASE_URL must have the form");
  });

  it("knows the levels of the log", () => {
    expect(readConfig({ SQUADROOM_LOG: "notice" }).logLevel).toBe("notice");
    expect(() => readConfig({ SQUADROOM_LOG: "loud" })).toThrow("SQUADROOM_LOG must be one of trace");
  });
});
