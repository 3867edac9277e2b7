import * as z from "zod";
import { Uuid } from "../kernel/text.ts";

const TOPIC =
  "must be `rooms`, `room:` and the id of a room, or `run:`, the id of a room, `:` and the number of a run; GET /api/v1/rooms/NAME has the id as `view.roomId`";
const RunNumber = z.string().regex(/^[1-9]\d{0,8}$/);
/** `rooms` (cards of all rooms that one may see), one room by id, or what one run of a room says and does. */
const Topic = z.union(
  [z.literal("rooms"), z.templateLiteral(["room:", Uuid]), z.templateLiteral(["run:", Uuid, ":", RunNumber])],
  TOPIC,
);

/** What a client sends: one message per text frame. */
export const ClientMessage = z.discriminatedUnion(
  "type",
  [
    z.strictObject({
      type: z.literal("subscribe"),
      topic: Topic,
      /**
       * For a room: the events after it follow. Without one, or if it is too old, a fresh snapshot. For a run, `seq` is
       * the `n` of the last known chunk: the ones after it follow, without one the newest.
       */
      cursor: z.strictObject({ epoch: z.int(), seq: z.int().min(0) }).nullish(),
    }),
    z.strictObject({ type: z.literal("unsubscribe"), topic: Topic }),
    /** Answered with `pong` and the same id. */
    z.strictObject({ type: z.literal("ping"), id: z.number() }),
  ],
  "must be `subscribe`, `unsubscribe` or `ping`",
);
export type ClientMessage = z.infer<typeof ClientMessage>;
