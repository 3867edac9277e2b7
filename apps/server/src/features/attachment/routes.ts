import { addAttachment, getAttachment } from "@squadroom/core/attachment/contract";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { agentCaller, run } from "../agent/index.ts";
import { readFile, storeFile } from "./files.ts";

/** Files of messages. They are told as data, never served as documents of this origin. */
export const attachmentRoutes: FeatureRoutes = ({ route, rooms, sql, clock, newId }) => {
  route(addAttachment, async (call) => {
    const { principal, roomId, body } = call;
    if (!principal) throw refuse("unauthorized", "A file has a sender.", {});
    // An agent is there, and this process of it is the newest.
    if (principal.kind === "agent")
      await run(rooms, { ...call, key: null }, { type: "returnOnline", by: agentCaller(call) });
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
