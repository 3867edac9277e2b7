import * as z from "zod";
import { type ReplyType, replyShapes } from "./shapes.ts";

const schemas = new Map<ReplyType, object>();

/** The shape of a reply for programs; `parseReply` checks what it does not say about lists and ids. */
export function replySchema(type: ReplyType): object {
  const known = schemas.get(type);
  if (known) return known;
  const { $schema: _, ...schema } = z.toJSONSchema(replyShapes[type], {
    io: "input",
    unrepresentable: "any",
    target: "draft-2020-12",
  });
  schemas.set(type, schema);
  return schema;
}
