import { addAttachment, getAttachment } from "@squadroom/core/attachment/contract";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readFile, storeFile } from "./files.ts";

/** Files of messages. They are told as data, never served as documents of this origin. */
export const attachmentRoutes: FeatureRoutes = ({ route, sql, clock, newId }) => {
  route(addAttachment, async ({ principal, roomId, body }) => {
    if (!principal) throw refuse("unauthorized", "A file has a sender.", {});
    return storeFile(sql, newId, roomId as RoomId, {
      name: body.name,
      type: body.type,
      content: Buffer.from(body.content, "base64"),
      storedBy: principal.id,
      now: clock.now(),
    });
  });

  route(getAttachment, async ({ roomId, params }) => {
    const { content, ...attachment } = await readFile(sql, roomId as RoomId, params.attachment);
    return { ...attachment, content: content.toString("base64") };
  });
};
