import type { ServerAct } from "@squadroom/core/audit/contract";
import type { RoomId } from "@squadroom/core/kernel/ids";
import * as z from "zod";
import { personOf, roomOf } from "../../platform/auth/access.ts";
import { type By, noteServerAct } from "../../platform/auth/audit.ts";
import { pagesOf } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { refuseInternal } from "./addresses.ts";
import { createWebhookDeliveries } from "./deliveries.ts";
import { createWebhookSettings } from "./settings.ts";

const pages = pagesOf("listWebhooks", z.tuple([z.uuid()]));

export const webhookRoutes: FeatureRoutes = ({ route, sql, clock, newId, publicUrl, allowPrivateWebhooks, log }) => {
  const tools = { sql, now: clock.now, newId, publicUrl };
  const settings = createWebhookSettings(tools);
  const deliveries = createWebhookDeliveries(tools, settings);

  const note = ({ id, name }: By, act: ServerAct, roomId: RoomId, subject: string | null) =>
    noteServerAct(sql, { by: { id, name }, act, subject, roomId });

  route("listWebhooks", async ({ roomId, query }) =>
    pages.cut(await settings.list(roomOf(roomId)), query, ({ id }) => [id], "newest"),
  );

  route("createWebhook", async ({ roomId, body, principal, requestId }) => {
    const by = personOf(principal);
    if (!allowPrivateWebhooks) await refuseInternal(new URL(body.url));
    const made = await settings.create(roomOf(roomId), body, by.name);
    // The address may itself be a secret, as Slack's are: only its host is written down.
    const { host } = new URL(body.url);
    const webhookId = made.webhook.id;
    await note(by, "webhook_created", roomOf(roomId), host);
    log.info({ audit: "webhook.created", by: by.id, roomId, webhookId, host, requestId });
    return made;
  });

  route("updateWebhook", async ({ roomId, params, body, principal, requestId }) => {
    const by = personOf(principal);
    const { webhookId } = params;
    const webhook = await settings.update(roomOf(roomId), webhookId, body, by.name);
    await note(by, "webhook_changed", roomOf(roomId), new URL(webhook.url).host);
    log.info({ audit: "webhook.changed", by: by.id, roomId, webhookId, ...body, requestId });
    return { webhook };
  });

  route("removeWebhook", async ({ roomId, params, principal, requestId }) => {
    const by = personOf(principal);
    const { webhookId } = params;
    await settings.remove(roomOf(roomId), webhookId);
    await note(by, "webhook_removed", roomOf(roomId), null);
    log.info({ audit: "webhook.removed", by: by.id, roomId, webhookId, requestId });
    return { removed: true as const };
  });

  route("testWebhook", async ({ roomId, params, principal }) => ({
    deliveryId: await deliveries.test(roomOf(roomId), params.webhookId, personOf(principal).name),
  }));

  route("listWebhookDeliveries", async ({ roomId, params, query }) =>
    deliveries.list(roomOf(roomId), params.webhookId, query),
  );

  route("redeliverWebhook", async ({ roomId, params }) => {
    await deliveries.redeliver(roomOf(roomId), params.webhookId, params.deliveryId);
    return { deliveryId: params.deliveryId };
  });
};
