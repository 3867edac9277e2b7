import type { PersonId } from "@squadroom/core/kernel/ids";
import { RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import type { FastifyRequest } from "fastify";
import { personOf } from "../../platform/auth/access.ts";
import { isSecure, oidcCookie, readOidcCookie, setCookie } from "../../platform/auth/cookie.ts";
import { isReserved } from "../../platform/auth/local-admin.ts";
import { stale } from "../../platform/auth/oidc.ts";
import { FLOW_MS, openFlow, sealFlow } from "../../platform/auth/oidc-flow.ts";
import type { PersonPrincipal, Principal } from "../../platform/auth/principal.ts";
import type { RouteTools } from "../../platform/http/route.ts";
import { sharedSecret } from "../../platform/secrets.ts";
import { connectSelf, disconnect, readConnected } from "./identities.ts";
import type { SignInDesk } from "./sign-in.ts";

/** How people sign in with a provider, and connect their account there to themselves. */
export function oidcRoutes(tools: RouteTools, desk: SignInDesk): void {
  const { route, sql, clock, log, publicUrl, oidc } = tools;
  let shared: Promise<Uint8Array> | null = null;
  const key = () => {
    shared ??= sharedSecret(sql, "oidc").catch((error: unknown) => {
      shared = null;
      throw error;
    });
    return shared;
  };

  function offered() {
    if (oidc) return oidc;
    throw refuse("forbidden", "This server has no provider to sign in with.");
  }

  /** The provider's answer comes to one address; a browser elsewhere couldn't bring the question along. */
  function offeredAt({ hostname }: FastifyRequest) {
    const provider = offered();
    const { publicUrl: url, name } = provider;
    if (hostname === new URL(url).hostname) return provider;
    throw refuse("forbidden", `Open ${url} to sign in with ${name}: its answer comes there.`);
  }

  /** Why it failed is for the log; deeper causes may contain what the provider wrote about somebody. */
  async function told<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const cause = error instanceof RefusalError ? error.cause : null;
      if (cause instanceof Error) {
        const { name, message } = cause;
        const { code } = cause as { code?: unknown };
        log.warn({ provider: offered().name, name, code: String(code), reason: message }, "a sign-in failed");
      }
      throw error;
    }
  }

  async function flowOf(request: FastifyRequest) {
    const sealed = readOidcCookie(request.headers.cookie ?? "", isSecure(request, publicUrl));
    return sealed === null ? null : openFlow(sealed, await key(), clock.now());
  }

  route("getOidc", async ({ principal }) => ({
    provider: oidc && { name: oidc.name },
    connected: principal?.kind === "person" ? await readConnected(sql, principal.id) : null,
  }));

  route("startOidc", async ({ principal, body, address, request, reply }) => {
    const provider = offeredAt(request);
    const person = body.connect ? connecting(principal) : null;
    // Somebody at another's screen for a moment must not gain lasting access.
    if (person) await desk.reprove(address, person.id, body.current);
    const { next = "/", link = null } = body;
    const { url, checks } = await told(() => provider.begin());
    const flow = {
      ...checks,
      next,
      link,
      personId: person?.id ?? null,
      endsAt: clock.now() + FLOW_MS,
    };
    reply.header("set-cookie", oidcCookie(sealFlow(flow, await key()), isSecure(request, publicUrl)));
    return { url };
  });

  route("finishOidc", async ({ principal, body, address, request, requestId, reply }) => {
    const provider = offeredAt(request);
    const secure = isSecure(request, publicUrl);
    const flow = await flowOf(request);
    if (!flow) throw stale();
    // It may have begun before the server got another address.
    if (!flow.redirectUri.startsWith(`${provider.publicUrl}/`)) throw stale();
    const identify = () => {
      // Whatever comes of it, this question has had its answer.
      reply.header("set-cookie", oidcCookie(null, secure));
      return told(() => provider.finish(flow, body.answer));
    };
    const { next, link } = flow;
    if (flow.personId !== null) {
      const person = connecting(principal);
      if (person.id !== flow.personId) throw stale();
      const identity = await desk.guarded(address, null, identify, "oidc");
      await sql.begin((tx) => connectSelf(tx, person, identity, provider.name));
      log.info({ audit: "person.oidc_connected", personId: person.id, requestId });
      return { name: person.name, next, connected: true };
    }
    const caller = { address, headers: request.headers, secure };
    const { secret, personId, name } = await desk.byOidc(caller, provider, identify, link);
    log.info({ audit: "person.signed_in", personId, by: "oidc", address, requestId });
    reply.header("set-cookie", setCookie(secret, secure));
    return { name, next, connected: false };
  });

  route("disconnectOidc", async ({ principal, requestId }) => {
    const { id, name } = personOf(principal);
    await sql.begin((tx) => disconnect(tx, { id, name }));
    log.info({ audit: "person.oidc_disconnected", personId: id, requestId });
    return { disconnected: true as const };
  });
}

/** Whoever is signed in and may open the account to somebody at the provider. @throws RefusalError */
function connecting(principal: Principal | null): PersonPrincipal & { id: PersonId } {
  if (principal?.kind !== "person" || principal.token !== null)
    throw refuse("unauthorized", "Sign in first, then connect yourself.");
  if (isReserved(principal.name)) throw refuse("forbidden", "The local admin signs in nowhere.");
  return principal;
}
