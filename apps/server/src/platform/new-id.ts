import type { NewId } from "@squadroom/core/kernel/ids";
import { uuidv7 } from "uuidv7";

/** A new id, of whatever needs one. */
export const newId = uuidv7 as NewId;
