import { z } from "zod";
import { Uuid } from "../kernel/text.ts";

const TOPIC =
  "must be `rooms`, or `room:` and the id of a room; GET /api/v1/rooms/NAME has the id as `view.roomId`";
/** `rooms` (cards of all rooms one may see), or one room by id. */
const Topic = z.union([z.literal("rooms"), z.templateLiteral(["room:", Uuid])], TOPIC);

/** What a client sends: one message in a frame of text. */
export const ClientMessage = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("subscribe"),
      topic: Topic,
      /** Of a room: the events after it follow. Without one, or when it is too old, a fresh snapshot. */
      cursor: z.strictObject({ epoch: z.int(), seq: z.int().min(0) }).nullish(),
    }),
    z.strictObject({ type: z.literal("unsubscribe"), topic: Topic }),
    /** Answered with `pong` and the same id. */
    z.strictObject({ type: z.literal("ping"), id: z.number() }),
  ],
  "must be `subscribe`, `unsubscribe` or `ping`",
);
export type ClientMessage = z.infer<typeof ClientMessage>;
