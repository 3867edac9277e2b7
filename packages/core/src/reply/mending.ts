import type { Problem } from "./problems.ts";
import type { RepairLog } from "./repair.ts";

/** What a walk along a value carries. */
export interface Mending {
  /** To the value at hand; changed on the way. */
  path: (string | number)[];
  repairs: RepairLog;
  /** What the schema can no longer see in the mended value. */
  problems: Problem[];
}
