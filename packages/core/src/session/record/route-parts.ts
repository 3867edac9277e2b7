import * as z from "zod";
import { RoomParam } from "../../kernel/route.ts";
import { line } from "../../kernel/text.ts";
import { ANGLE_MAX } from "../../scout/scout.ts";

/** More than any room will have. */
const ID_MAX = 1e9;
export const Id = z.number().int().min(1).max(ID_MAX);
export const SessionParam = RoomParam.extend({ sessionId: z.coerce.number().int().min(1).max(ID_MAX) });
export const Changed = z.object({ sessionId: z.number(), seq: z.number() });
/** From where a scout looks. */
export const Angle = line(ANGLE_MAX);

export const boundaryOptions = {
  "boundaries.allowed": ["--allow <glob>", "what its tasks may change; repeatable"],
  "boundaries.forbidden": ["--forbid <glob>", "what they must not change; repeatable"],
} as const;
