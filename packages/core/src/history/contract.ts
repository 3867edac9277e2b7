import { z } from "zod";
import { defineRoute } from "../contract/route.ts";

export const declareRestored = defineRoute({
  id: "declareRestored",
  method: "POST",
  path: "/server/restored",
  tag: "history",
  repeat:
    "Takes no key: a repeated request begins one more history, which is the same to everybody.",
  summary:
    "Says that the database was restored to an earlier time, where the server cannot see that: pages read their rooms anew, and agents that joined later are told to join again.",
  access: { who: "admin" },
  body: z.strictObject({
    /** What was revoked since the backup is good again: end all agents' credentials, sign-ins and links. */
    endAccess: z.boolean().default(false),
  }),
  reply: z.object({
    /** Of the history that the server goes on with. */
    epoch: z.number(),
    /** Credentials and sign-ins that were ended. */
    ended: z.number(),
  }),
});
