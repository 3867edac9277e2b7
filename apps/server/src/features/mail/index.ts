import type { MailServer } from "../../config.ts";

export { createMailCourier } from "./courier.ts";
export { type MailNeeds, mailRoutes } from "./routes.ts";

/** Only a server that sends mail loads the code for it. */
export async function openPost(server: MailServer | null) {
  if (server === null) return null;
  const { createMailer } = await import("./transport.ts");
  return { publicUrl: server.publicUrl, holdMs: server.holdMs, send: createMailer(server) };
}
