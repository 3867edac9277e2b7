import { refuse } from "@squadroom/core/kernel/refusal";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { agentCaller, roomOf, run } from "../agent/index.ts";
import { readFile, storeFile } from "./files.ts";

/** Files of messages. They are sent as data, never served as documents of this origin. */
export const attachmentRoutes: FeatureRoutes = ({ route, rooms, sql, clock, newId, redactIn }) => {
  route("addAttachment", async (call) => {
    const { principal, body } = call;
    if (!principal) throw refuse("unauthorized", "A file has a sender.", {});
    // The agent is present, and this process of it is the newest.
    if (principal.kind === "agent")
      await run(rooms, { ...call, key: null }, { type: "returnOnline", by: agentCaller(call) });
    return storeFile(sql, newId, roomOf(call), {
      name: body.name,
      type: body.type,
      content: Buffer.from(body.content, "base64"),
      storedBy: principal.id,
      now: clock.now(),
      redact: await redactIn(roomOf(call)),
    });
  });

  route("getAttachment", async (call) => {
    const { content, ...attachment } = await readFile(sql, roomOf(call), call.params.attachment);
    return { ...attachment, content: content.toString("base64") };
  });
};
