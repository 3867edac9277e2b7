import * as z from "zod";
import { ArtifactRow } from "../artifact/contract.ts";
import { AttachmentShape } from "../attachment/contract.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { DecisionUuid } from "../kernel/text.ts";

const defineRoute = routesOf("decisions");

/** Most documents and tasks that are listed; the session has all. */
export const GROUNDS_MAX = 100;

export const GroundsDocument = ArtifactRow.extend({
  /** What it was in the version that this one replaces. */
  before: AttachmentShape.nullable(),
});
export type GroundsDocument = z.infer<typeof GroundsDocument>;

export const getGrounds = defineRoute("GET /rooms/:room/decisions/:decisionId/grounds", {
  summary:
    "On what grounds a decision is made: what speaks against a yes, failed checks first, the documents and changes that it is about, and since when the caller has not seen them.",
  access: { who: "room", persons: "viewer", agents: false },
  params: RoomParam.extend({ decisionId: DecisionUuid }),
  refuses: ["decision_unknown"],
  reply: z.object({
    /** In sentences, failed checks first. */
    warnings: z.array(z.string()),
    /** The work that it is about, with what its agents said about it. */
    tasks: z.array(z.object({ id: z.string(), title: z.string(), said: z.string().nullable() })),
    documents: z.array(GroundsDocument),
    /** How many documents more there are. */
    left: z.number(),
    /** The branch with the changes, by its key. */
    branch: z.string().nullable(),
    /**
     * What is newer than this has changed for the caller: their last answer about it, otherwise their last look at the
     * room, if that was before it was asked; `null`: it is their first look.
     */
    since: z.object({ at: z.number(), answer: z.string().nullable() }).nullable(),
    seq: z.number(),
  }),
});
