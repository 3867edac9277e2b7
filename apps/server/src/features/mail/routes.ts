import { refuse } from "@squadroom/core/kernel/refusal";
import type { FastifyInstance } from "fastify";
import { personOf } from "../../platform/auth/access.ts";
import { isReserved } from "../../platform/auth/local-admin.ts";
import type { Principal } from "../../platform/auth/principal.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { createReproof } from "../people/index.ts";
import { createCodes, type Post } from "./codes.ts";
import { createMailSettings } from "./settings.ts";
import { stopByLink } from "./stop-link.ts";

export interface MailNeeds {
  mail: { secret: Uint8Array; post: Post | null };
  app: Pick<FastifyInstance, "register">;
}

export const mailRoutes =
  ({ mail: { secret, post }, app }: MailNeeds): FeatureRoutes =>
  ({ route, sql, clock, newId, log }) => {
    const tools = { sql, now: clock.now, newId };
    const settings = createMailSettings({ ...tools, codes: post && createCodes(tools, post) });
    const reprove = createReproof({ sql, clock });
    const stop = (token: string) => stopByLink(sql, secret, token);

    route("getMail", ({ principal }) => settings.get(personOf(principal).id));

    route("setMail", async ({ principal, body, address, requestId }) => {
      const by = ownerOf(principal);
      const set = await settings.set(by, body, (current) => reprove(address, by.id, current));
      log.info({ audit: "mail.set", by: by.id, on: set.on, requestId });
      return set;
    });

    route("confirmMail", async ({ principal, body, requestId }) => {
      const by = ownerOf(principal);
      const confirmed = await settings.confirm(by, body.code);
      log.info({ audit: "mail.confirmed", by: by.id, requestId });
      return confirmed;
    });

    route("stopMail", ({ body }) => stop(body.token));
    serveOneClick(app, stop);
  };

/** What mail programs send when their reader presses "unsubscribe". @source RFC 8058 */
function serveOneClick(app: MailNeeds["app"], stop: (token: string) => Promise<unknown>): void {
  void app.register(async (own) => {
    own.addContentTypeParser("*", { bodyLimit: 10_000 }, (_, payload, done) => {
      payload.resume().on("end", () => done(null, undefined));
    });
    own.post<{ Params: { token: string } }>("/mail/stop/:token", async ({ params }, reply) => {
      await stop(params.token);
      return reply.code(204).send();
    });
  });
}

function ownerOf(principal: Principal | null) {
  const { id, name } = personOf(principal);
  if (isReserved(name)) throw refuse("forbidden", "The local admin gets no mail; sign in as a person.");
  return { id, name };
}
