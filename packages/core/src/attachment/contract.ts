import * as z from "zod";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { line, Uuid } from "../kernel/text.ts";
import { ATTACHMENT_MAX } from "./attachment.ts";

const defineRoute = routesOf("messages");

/** Base64 characters for that many bytes. */
const CONTENT_MAX = 4 * Math.ceil(ATTACHMENT_MAX / 3);
/** The content with its envelope, bytes. */
const BODY_MAX = CONTENT_MAX + 10_000;

export const AttachmentShape = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.number(),
  sha256: z.string(),
});

export const addAttachment = defineRoute("POST /rooms/:room/attachments", {
  creates: ({ room }, { id }: { id: string }) => `/rooms/${room}/attachments/${id}`,
  repeat: "Takes no key: the same bytes under the same name are the same file.",
  summary: "Stores a file to send with a message. A file that no message carries is deleted after a day.",
  access: { who: "room", persons: "approver", agents: true },
  tool: {
    name: "store_file",
    description: "Stores a file for a message or diff, in base64.",
    leaves: ["type"],
  },
  body: z.strictObject({
    name: line(200),
    type: z
      .string()
      .regex(/^[a-z0-9][a-z0-9!#$&^_.+-]{0,60}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,60}$/, "is not a media type")
      .default("application/octet-stream"),
    /** The bytes in base64, a million bytes at most. */
    content: z.string().min(1).max(CONTENT_MAX, "is larger than 1 MB, the limit").base64(),
  }),
  bodyLimit: BODY_MAX,
  reply: AttachmentShape,
});

export const getAttachment = defineRoute("GET /rooms/:room/attachments/:attachment", {
  summary: "A file of a message: its name, and its bytes in base64.",
  access: { who: "room", persons: "viewer", agents: true },
  tool: {
    name: "read_attachment",
    description: "A message's file.",
  },
  params: RoomParam.extend({ attachment: Uuid }),
  reply: AttachmentShape.extend({ content: z.string() }),
});
