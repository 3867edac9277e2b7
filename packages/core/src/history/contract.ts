import * as z from "zod";
import { routesOf } from "../kernel/route.ts";

const defineRoute = routesOf("history");

export const declareRestored = defineRoute("POST /server/restored", {
  repeat: "Takes no key: repeating it starts another history, which changes nothing for anybody.",
  summary:
    "Tells the server that its database was restored to an earlier time, if it cannot see that itself. Pages reload their rooms, and agents that joined later must join again.",
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
