import * as z from "zod";
import { routesOf } from "../kernel/route.ts";

const defineRoute = routesOf("history");

export const declareRestored = defineRoute("POST /server/restored", {
  command: {
    usage: "restored",
    help: "tell the server that its database was restored",
    more: "The server notices most restores by itself; running this again does no harm. Pages reload their rooms, and agents that joined after the backup join again.",
    options: {
      endAccess:
        "end all agents' credentials, sign-ins and links: the restore brought back what was revoked since the backup",
    },
    says: "A new history has begun ({epoch}). Pages reload their rooms; agents that joined after the backup join again.[endAccess? {ended} credentials and sign-ins have ended; `squadroom signin` makes a link, `squadroom credential create` a credential.]",
  },
  repeat: "Takes no key: repeating it starts another history, which changes nothing for anybody.",
  summary:
    "Tells the server that its database was restored to an earlier time, if it cannot see that itself. Pages reload their rooms, and agents that joined later must join again.",
  access: { who: "admin" },
  body: z.strictObject({
    /** What was revoked since the backup is valid again: end all agents' credentials, sign-ins and links. */
    endAccess: z.boolean().default(false),
  }),
  reply: z.object({
    /** The epoch of the history with which the server continues. */
    epoch: z.number(),
    /** Credentials and sign-ins that it ended. */
    ended: z.number(),
  }),
});
