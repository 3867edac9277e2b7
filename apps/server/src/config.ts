import { isIP } from "node:net";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { DEFAULT_LEASE_S, type LeaseTimes } from "@squadroom/core/agent/agent";
import type { OidcSettings } from "./platform/auth/oidc.ts";
import { isLoopback } from "./platform/http/this-machine.ts";

/** Everything that can be set from outside; the only place that reads the environment. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** What people type in place of `squadroom`; `null`: the program in the data directory. */
  command: string | null;
  /** `null`: the embedded Postgres. */
  databaseUrl: string | null;
  /** Where people reach the server, if not at the address that their browser shows. */
  publicUrl: string | null;
  /** How many proxies are in front, one behind the other, or their addresses; what they add is believed. */
  trustProxy: false | number | string[];
  /** Where the other processes of this server reach this one; `null`: where it listens. */
  advertise: string | null;
  /** Calls about a room go to the process that has it in memory. */
  forward: boolean;
  /** Agents reach this process at the same address as the others do, and call their room's own process themselves. */
  direct: boolean;
  /** Processes tell each other of commits over NATS instead of Postgres. */
  natsUrl: string | null;
  leaseS: LeaseTimes;
  /** Most requests of one credential in ten seconds. */
  rateLimit: number;
  /** Most live sockets of one credential. */
  sockets: number;
  /** How long a commit whose outcome is unknown is resubmitted before the caller is told, ms. */
  settleMs: number;
  cacheBytes: number;
  /** Webhooks may also call addresses inside the server's own network. */
  allowPrivateWebhooks: boolean;
  /** A provider that people sign in with; `null`: only passwords and links. */
  oidc: OidcSettings | null;
  /** Whoever shows it may read `/metrics` from anywhere; `null`: only on this machine. */
  metricsToken: string | null;
  /** Where mail to people is sent; `null`: there is none. */
  mail: MailServer | null;
  logLevel: string;
}

/** An SMTP server, and in whose name it is used. */
export interface MailServer {
  host: string;
  port: number;
  /** From the first byte; otherwise by STARTTLS, which is optional only on this machine. */
  isTls: boolean;
  isLocal: boolean;
  user: string;
  password: string;
  from: string;
  /** Where the links lead. */
  publicUrl: string;
  /** How long a mail waits for more to tell, ms. */
  holdMs: number;
}

/** @throws an Error that names the variable and what it takes */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const dataDir = env.SQUADROOM_DATA ?? join(process.cwd(), ".squadroom");
  return {
    port: integer(env, "SQUADROOM_PORT", 4600, 0, 65_535),
    host: env.SQUADROOM_HOST ?? "127.0.0.1",
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(dataDir.replace(/^~(?=\/|$)/, homedir())),
    command: env.SQUADROOM_COMMAND?.trim() || null,
    databaseUrl: databaseUrl(env, "DATABASE_URL"),
    publicUrl: env.SQUADROOM_PUBLIC_URL?.replace(/\/+$/, "") || null,
    trustProxy: trustedProxies(env, "SQUADROOM_TRUST_PROXY"),
    advertise: httpAddress(env, "SQUADROOM_ADVERTISE"),
    forward: env.SQUADROOM_FORWARD !== "0",
    direct: env.SQUADROOM_DIRECT === "1",
    natsUrl: env.NATS_URL || null,
    leaseS: {
      managed: integer(env, "SQUADROOM_LEASE_MANAGED_S", DEFAULT_LEASE_S.managed, 4, 86_400),
      hooked: integer(env, "SQUADROOM_LEASE_HOOKED_S", DEFAULT_LEASE_S.hooked, 4, 86_400),
      manual: integer(env, "SQUADROOM_LEASE_MANUAL_S", DEFAULT_LEASE_S.manual, 4, 86_400),
    },
    rateLimit: integer(env, "SQUADROOM_RATE_LIMIT", 3_000, 10, 10_000_000),
    sockets: integer(env, "SQUADROOM_SOCKETS", 50, 1, 1_000_000),
    settleMs: integer(env, "SQUADROOM_SETTLE_MS", 15_000, 100, 600_000),
    cacheBytes: integer(env, "SQUADROOM_CACHE_MB", 96, 1, 65_536) * 1_000_000,
    allowPrivateWebhooks: env.SQUADROOM_WEBHOOK_PRIVATE === "1",
    oidc: oidcSettings(env),
    metricsToken: longSecret(env, "SQUADROOM_METRICS_TOKEN"),
    mail: mailServer(env, "SQUADROOM_SMTP_URL"),
    logLevel: logLevel(env, "SQUADROOM_LOG"),
  };
}

/** The driver accepts several hosts separated by commas; what surrounds them must be readable. */
function databaseUrl(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error(`${name} must begin with postgres://.`);
  const oneHost = text.replace(/(@|\/\/)([^/?@,]+),[^/?]+/, "$1$2");
  if (URL.canParse(oneHost) && new URL(oneHost).hash === "") return text;
  throw new Error(
    `${name} must have the form postgres://USER:PASSWORD@HOST:PORT/DATABASE. In the password, write # / ? @ : as %23 %2F %3F %40 %3A.`,
  );
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

const MAIL_FROM = /^(?:[^\p{Cc}<>"@,;:]* <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u;

/** The errors name no password. */
function mailServer(env: NodeJS.ProcessEnv, name: string): MailServer | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const rest = url && `${url.pathname.replace(/^\/$/, "")}${url.search}${url.hash}`;
  const [user, password] = url ? [decoded(url.username), decoded(url.password)] : [null, null];
  const isRead = url && /^smtps?:$/.test(url.protocol) && url.hostname !== "" && rest === "";
  if (!isRead || user === null || password === null)
    throw new Error(
      `${name} must have the form smtps://USER:PASSWORD@HOST:PORT, or smtp:// for STARTTLS. In the password, write # / ? @ : as %23 %2F %3F %40 %3A.`,
    );
  const from = env.SQUADROOM_MAIL_FROM?.trim() ?? "";
  if (!MAIL_FROM.test(from))
    throw new Error(`${name} needs SQUADROOM_MAIL_FROM: the sender's address, such as Squadroom <squad@example.com>.`);
  const publicUrl = neededPublicUrl(env, name, "where links in mails lead");
  const isTls = url.protocol === "smtps:";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return {
    host,
    port: Number(url.port) || (isTls ? 465 : 587),
    isTls,
    isLocal: /^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host),
    user,
    password,
    from,
    publicUrl,
    holdMs: integer(env, "SQUADROOM_MAIL_HOLD_S", 60, 1, 3_600) * 1_000,
  };
}

/** @param what it is needed for, as a noun */
function neededPublicUrl(env: NodeJS.ProcessEnv, name: string, what: string): string {
  const url = env.SQUADROOM_PUBLIC_URL?.replace(/\/+$/, "") ?? "";
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url;
  throw new Error(`${name} needs SQUADROOM_PUBLIC_URL: ${what}, such as https://squad.example.`);
}

const SECRET_MIN = 16;

function longSecret(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  if (text.length >= SECRET_MIN && /^[\x21-\x7e]+$/.test(text)) return text;
  throw new Error(`${name} must have at least ${SECRET_MIN} characters, without spaces.`);
}

const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const NAME_MAX = 40;

function oidcSettings(env: NodeJS.ProcessEnv): OidcSettings | null {
  const [issuer, clientId] = [env.SQUADROOM_OIDC_ISSUER ?? "", env.SQUADROOM_OIDC_CLIENT_ID ?? ""];
  if (issuer === "" && clientId === "") return null;
  if (issuer === "") throw new Error("SQUADROOM_OIDC_ISSUER is missing: the provider's address.");
  if (clientId === "") throw new Error("SQUADROOM_OIDC_CLIENT_ID is missing: what the provider calls this server.");
  const url = URL.canParse(issuer) ? new URL(issuer) : null;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && isLoopback(url.hostname));
  if (!url || !isSafe || url.search || url.hash || url.username)
    throw new Error(
      `SQUADROOM_OIDC_ISSUER must be an address such as https://id.example/realms/team, not "${issuer}".`,
    );
  const name = env.SQUADROOM_OIDC_NAME?.trim() || url.host;
  if (name.length > NAME_MAX) throw new Error(`SQUADROOM_OIDC_NAME must have at most ${NAME_MAX} characters.`);
  const domains = (env.SQUADROOM_OIDC_DOMAINS ?? "")
    .split(",")
    .map((domain) => domain.trim().toLowerCase())
    .filter((domain) => domain !== "");
  const bad = domains.find((domain) => !DOMAIN.test(domain));
  if (bad !== undefined)
    throw new Error(`SQUADROOM_OIDC_DOMAINS must be domains such as team.example, separated by commas, not "${bad}".`);
  return {
    issuer,
    clientId,
    clientSecret: env.SQUADROOM_OIDC_CLIENT_SECRET || null,
    name,
    domains,
    publicUrl: neededPublicUrl(env, "SQUADROOM_OIDC_ISSUER", "where the provider sends people back to"),
    hasChooser: env.SQUADROOM_OIDC_CHOOSER !== "0",
  };
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "notice", "error", "fatal", "silent"];

function logLevel(env: NodeJS.ProcessEnv, name: string): string {
  const text = env[name] || "warn";
  if (LOG_LEVELS.includes(text)) return text;
  throw new Error(`${name} must be one of ${LOG_LEVELS.join(", ")}, not "${text}".`);
}

function httpAddress(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === "/" && !url.search && !url.hash) return url.origin;
  throw new Error(`${name} must be an address such as http://10.0.0.5:4600, not "${text}".`);
}

/** How many there are, counted from here; or their addresses and ranges, separated by commas. */
function trustedProxies(env: NodeJS.ProcessEnv, name: string): false | number | string[] {
  const text = env[name] ?? "";
  if (text === "" || text === "0") return false;
  if (/^[1-9]$/.test(text)) return Number(text);
  const proxies = text.split(",").map((proxy) => proxy.trim());
  if (proxies.every(isAddressOrRange)) return proxies;
  throw new Error(
    `${name} must be the number of proxies in front of the server, or their addresses, such as 10.0.0.2 or 10.0.0.0/24, separated by commas, not "${text}".`,
  );
}

function isAddressOrRange(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

function integer(env: NodeJS.ProcessEnv, name: string, otherwise: number, min: number, max: number): number {
  const text = env[name];
  if (text === undefined || text === "") return otherwise;
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
}
