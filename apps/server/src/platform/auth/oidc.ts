import { AsyncLocalStorage } from "node:async_hooks";
import { RefusalError, refusal, refuse } from "@squadroom/core/kernel/refusal";
import { OIDC_PAGE } from "@squadroom/core/people/oidc-contract";
import type { ClientAuth, Configuration } from "openid-client";
import { isLoopback } from "../http/this-machine.ts";
import type { OidcFlow } from "./oidc-flow.ts";

/** How people sign in with a provider; from the environment. */
export interface OidcSettings {
  issuer: string;
  clientId: string;
  /** `null`: the provider knows this server as a public client. */
  clientSecret: string | null;
  /** Shown on the button. */
  name: string;
  /** Anybody with a verified address in one of them gets an account; in lower case. */
  domains: readonly string[];
  /** Where people reach this server: the provider sends them back there, and nowhere else. */
  publicUrl: string;
  /** Somebody with several accounts at the provider is asked which; some providers refuse to be told so. */
  hasChooser: boolean;
}

/** Who somebody is at the provider. Issuer and subject never change and never pass to others; everything else may. */
export interface Identity {
  issuer: string;
  subject: string;
  name: string | null;
  email: string | null;
  /** The provider says that the address is theirs. */
  isVerified: boolean;
}

export interface Oidc extends Pick<OidcSettings, "name" | "domains" | "publicUrl"> {
  /** @throws RefusalError `oidc_unavailable` */
  begin(): Promise<{ url: string; checks: OidcChecks }>;
  /**
   * @param answer what the provider sent the browser back with
   * @throws RefusalError `oidc_failed`, `oidc_unavailable`
   */
  finish(flow: OidcChecks, answer: string): Promise<Identity>;
}

type Library = typeof import("./oidc-library.ts");

/** What ties an answer to its question. */
export type OidcChecks = Pick<OidcFlow, "redirectUri" | "state" | "nonce" | "verifier">;

const GOOGLE = "https://accounts.google.com";
const SCOPE = "openid profile email";
const CHOOSER = "select_account";
/** How long the provider has for everything that it is asked at one step of a sign-in, ms. */
const ANSWER_MS = 20_000;
/** What a provider says about itself is read again after this long, ms. */
const KNOWN_MS = 3_600_000;
/** Errors of the library that say nothing about the answer, only that there was none. */
const NO_ANSWER = ["OAUTH_TIMEOUT", "OAUTH_ABORT", "OAUTH_RESPONSE_IS_NOT_CONFORM"];

/** @param answerMs how long the provider has at each step */
export function createOidc(settings: OidcSettings, clock: { now(): number }, answerMs = ANSWER_MS): Oidc {
  const deadline = new AsyncLocalStorage<AbortSignal>();
  let known: { config: Promise<Configuration>; at: number } | null = null;

  /** Only a good answer is remembered. */
  function configuration(library: Library): Promise<Configuration> {
    if (known && clock.now() - known.at < KNOWN_MS) return known.config;
    const config = discover(library, settings, deadline);
    known = { config, at: clock.now() };
    config.catch(() => {
      known = null;
    });
    return config;
  }

  async function asked<T>(ask: (library: Library, config: Configuration) => Promise<T>): Promise<T> {
    const library = await import("./oidc-library.ts");
    return await deadline.run(AbortSignal.timeout(answerMs), async () => {
      const config = await configuration(library).catch((cause: unknown) => {
        throw unavailable(settings.name, cause);
      });
      return await ask(library, config);
    });
  }

  return {
    name: settings.name,
    domains: settings.domains,
    publicUrl: settings.publicUrl,

    begin: () =>
      asked(async (library, config) => {
        const checks = {
          redirectUri: settings.publicUrl + OIDC_PAGE,
          state: library.randomState(),
          nonce: library.randomNonce(),
          verifier: library.randomPKCECodeVerifier(),
        };
        const { redirectUri, state, nonce, verifier } = checks;
        const url = library.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: SCOPE,
          state,
          nonce,
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...(hasChooser(config, settings) ? { prompt: CHOOSER } : {}),
        });
        return { url: url.href, checks };
      }),

    async finish({ redirectUri, state, nonce, verifier }, answer) {
      const said = new URLSearchParams(answer);
      if (said.get("state") !== state) throw stale();
      if (said.get("error") === "access_denied")
        throw refuse("oidc_failed", `You cancelled the sign-in at ${settings.name}.`, {
          reason: "cancelled",
        });
      const address = new URL(redirectUri);
      address.search = answer;
      return await asked(async (library, config) => {
        try {
          const tokens = await library.authorizationCodeGrant(config, address, {
            pkceCodeVerifier: verifier,
            expectedState: state,
            expectedNonce: nonce,
            idTokenExpected: true,
          });
          const claims = tokens.claims();
          if (!claims) throw new Error("the library gave no claims");
          // Many providers give everything but the subject only to those who ask.
          const isTold = claims.email !== undefined && claims.name !== undefined;
          const hasMore = config.serverMetadata().userinfo_endpoint !== undefined;
          const more =
            isTold || !hasMore
              ? {}
              : await library.fetchUserInfo(config, tokens.access_token, claims.sub).catch(unlessOfAnother);
          return identityOf(claims, more, settings.domains);
        } catch (cause) {
          throw refusalOf(cause, settings.name);
        }
      });
    },
  };
}

/** The browser brought no question that this answers. */
export function stale(): RefusalError {
  const message = "This sign-in took too long, was finished already, or began in another window.";
  return refuse("oidc_failed", message, { reason: "stale" });
}

function hasChooser(config: Configuration, settings: OidcSettings): boolean {
  const known = config.serverMetadata().prompt_values_supported;
  return settings.hasChooser && (!Array.isArray(known) || known.includes(CHOOSER));
}

function discover(library: Library, settings: OidcSettings, deadline: AsyncLocalStorage<AbortSignal>) {
  const { issuer, clientId, clientSecret } = settings;
  const server = new URL(issuer);
  // Otherwise a secret would cross the network in the open; on this machine it crosses none.
  const isLocal = server.protocol === "http:" && isLoopback(server.hostname);
  return library.discovery(server, clientId, undefined, authentication(library, clientSecret), {
    [library.customFetch]: (url: string, { signal, ...options }) => {
      const ends = deadline.getStore() ?? signal;
      return fetch(url, { ...options, ...(ends ? { signal: ends } : {}) } as RequestInit);
    },
    execute: [library.enableNonRepudiationChecks, ...(isLocal ? [library.allowInsecureRequests] : [])],
  });
}

/** In the way that the provider accepts; in the header, unless it says that it doesn't. */
function authentication(library: Library, secret: string | null): ClientAuth {
  if (secret === null) return library.None();
  const inHeader = library.ClientSecretBasic(secret);
  const inBody = library.ClientSecretPost(secret);
  return (server, ...rest) => {
    const taken = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    return (taken.includes("client_secret_basic") ? inHeader : inBody)(server, ...rest);
  };
}

/** The ID token says enough without it; but claims about somebody else are an attack. */
function unlessOfAnother(error: { code?: unknown }): Record<string, never> {
  if (error.code === "OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED") throw error;
  return {};
}

/**
 * @param claims of the ID token
 * @param more what the provider said when asked
 */
export function identityOf(
  claims: Record<string, unknown> & { iss: string; sub: string },
  more: Record<string, unknown>,
  domains: readonly string[],
): Identity {
  const { iss: issuer, sub: subject } = claims;
  // Whoever verified an address vouches only for that address.
  const said = claims.email === undefined ? more : claims;
  const { email_verified: verified } = said;
  const email = textOf(said.email);
  // Google verifies any address for whoever makes an account with it: only its `hd` says whose people they are.
  const isTheirs = issuer !== GOOGLE || domains.includes(String(claims.hd).toLowerCase());
  return {
    issuer,
    subject,
    name: textOf(claims.name ?? more.name) ?? textOf(claims.preferred_username ?? more.preferred_username),
    email,
    // Some providers write the word instead of the value.
    isVerified: email !== null && isTheirs && (verified === true || verified === "true"),
  };
}

/** One line that can be stored; `null` for anything else. */
function textOf(claim: unknown): string | null {
  if (typeof claim !== "string") return null;
  return (
    claim
      .toWellFormed()
      .replace(/[\p{Cc}\s]+/gu, " ")
      .trim() || null
  );
}

function refusalOf(error: unknown, name: string): RefusalError {
  const { code, error: word } = error as { code?: unknown; error?: unknown };
  const isSilent = (error instanceof TypeError && code === undefined) || NO_ANSWER.includes(String(code));
  if (isSilent && word === undefined) return unavailable(name, error);
  const message = `${name} sent an answer that signs nobody in.`;
  // A word of the standard's, such as `invalid_grant`: anything else the provider wrote may be a secret.
  const said = typeof word === "string" && /^[a-z_]{1,40}$/.test(word) ? { said: word } : {};
  return new RefusalError(refusal("oidc_failed", message, { reason: "refused", ...said }), undefined, { cause: error });
}

function unavailable(name: string, cause: unknown): RefusalError {
  const message = `${name} doesn't answer.`;
  return new RefusalError(refusal("oidc_unavailable", message), undefined, { cause });
}
