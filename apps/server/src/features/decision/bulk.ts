import { type Answered, answerDecision, type answerDecisions, type BulkResult } from "@squadroom/core/asking/contract";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { detailOf } from "@squadroom/core/session/record/detail";
import { rightOf } from "../../platform/auth/access.ts";
import { partOfKey } from "../../platform/http/idempotency.ts";
import type { Call, RouteTools } from "../../platform/http/route.ts";
import type { Rooms } from "../../platform/room/rooms.ts";
import { personCaller, personOf, replyOf } from "../agent/index.ts";

type BulkCall = Call<typeof answerDecisions>;
type BulkAnswer = BulkCall["body"]["answers"][number];

/**
 * Answers across rooms: each is judged, committed and refused by itself, under a key of its own made from the
 * request's; so a repeated request takes effect once, however far the first one got.
 */
export function createBulk(options: {
  rooms: Rooms;
  resolveRoom: (name: string) => Promise<RoomId | null>;
  redactIn: RouteTools["redactIn"];
  /** Adds to a refusal what the room no longer knows. */
  explained: (error: unknown, roomId: RoomId, decisionId: string) => Promise<unknown>;
}) {
  const { rooms, resolveRoom, redactIn, explained } = options;

  return async (call: BulkCall) => {
    const { answers } = call.body;
    const results: BulkResult[] = [];
    const replayed = new Set<BulkAnswer>();
    // For one room in order, for different rooms at once.
    await Promise.all(
      [...new Set(answers.map(({ room }) => room))].map(async (room) => {
        const roomId = await resolveRoom(room);
        for (const [i, one] of answers.entries())
          if (one.room === room) results[i] = await judge(call, roomId, one, () => replayed.add(one));
      }),
    );
    // Reported if all of it was answered before; a part that was not is new.
    if (replayed.size === answers.length) call.key?.onReplay?.();
    const applied = results.filter((result) => result.outcome === "applied").length;
    return { results, applied, refused: results.length - applied };
  };

  async function judge(
    call: BulkCall,
    roomId: RoomId | null,
    one: BulkAnswer,
    onReplay: () => void,
  ): Promise<BulkResult> {
    const { room, decisionId } = one;
    const right = rightOf(call.principal, answerDecision.access, roomId);
    if (right !== "ok") return { room, decisionId, outcome: "refused", refusal: right };
    if (roomId === null) throw new Error("a right in a room that is not there");
    try {
      const answered = await answer(call, roomId, one, onReplay);
      return { room, decisionId, outcome: "applied", answered };
    } catch (caught) {
      const error = await explained(caught, roomId, decisionId);
      if (!(error instanceof RefusalError)) throw error;
      return { room, decisionId, outcome: "refused", refusal: error.refusal };
    }
  }

  async function answer(call: BulkCall, roomId: RoomId, one: BulkAnswer, onReplay: () => void): Promise<Answered> {
    // The request is for no room; what each room wants kept out of its log is known only here.
    const { decisionId, optionId, note, version, detail } = (await redactIn(roomId))(one);
    const by = personCaller(call);
    const { credential } = personOf(call);
    const key = call.key && { ...partOfKey(call.key, decisionId), onReplay };
    const command = { type: "answerDecision" as const, by, decisionId, optionId, note };
    const reply = await rooms.execute(
      roomId,
      {
        ...command,
        together: true,
        version: version ?? null,
        ...(detail === undefined ? {} : { detail: detailOf(detail) }),
      },
      { key, credential },
    );
    return replyOf(reply);
  }
}
