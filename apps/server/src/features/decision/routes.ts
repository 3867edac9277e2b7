import { endedRefusal } from "@squadroom/core/asking/not-pending";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { detailOf } from "@squadroom/core/session/record/detail";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personCaller, roomOf, run } from "../agent/index.ts";
import { createBulk } from "./bulk.ts";
import { createDecisionQueries } from "./queries.ts";

export interface DecisionTools {
  /** Id of a room by its id or name; `null` if there is none. */
  resolveRoom: (name: string) => Promise<RoomId | null>;
}

export const decisionRoutes =
  ({ resolveRoom }: DecisionTools): FeatureRoutes =>
  (tools) => {
    const { route, rooms, db, redactIn } = tools;
    const queries = createDecisionQueries(db);
    const bulk = createBulk({ rooms, resolveRoom, redactIn, explained });

    route("listDecisions", async (call) => queries.list(roomOf(call), call.query));

    route("answerDecision", async (call) => {
      const { optionId, note, version, detail } = call.body;
      const decisionId = call.params.decisionId;
      const by = personCaller(call);
      const command = { type: "answerDecision" as const, by, decisionId, optionId, note };
      const said = {
        version: version ?? null,
        ...(detail === undefined ? {} : { detail: detailOf(detail) }),
      };
      return run(rooms, call, { ...command, ...said }).catch(async (error: unknown) => {
        throw await explained(error, roomOf(call), decisionId);
      });
    });

    route("undoDecision", async (call) => {
      const decisionId = call.params.decisionId;
      const by = personCaller(call);
      return run(rooms, call, { type: "undoDecision", by, decisionId }).catch(async (error: unknown) => {
        throw await explained(error, roomOf(call), decisionId);
      });
    });

    route("answerDecisions", async (call) => bulk(call));

    /** What the room has forgotten is in the table: how the decision ended. */
    async function explained(error: unknown, roomId: RoomId, decisionId: string): Promise<unknown> {
      if (!(error instanceof RefusalError) || error.code !== "decision_unknown") return error;
      const row = await queries.get(roomId, decisionId);
      if (!row) return error;
      if (row.ended && (row.state === "withdrawn" || row.state === "superseded"))
        return new RefusalError(endedRefusal(decisionId, { state: row.state, ...row.ended }));
      if (row.state !== "answered" || !row.answer) return error;
      const { answer } = row;
      return new RefusalError(endedRefusal(decisionId, { state: "answered", answer }));
    }
  };
