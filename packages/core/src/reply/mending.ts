import type { Problem } from "./problems.ts";
import type { RepairLog } from "./repair.ts";

/** State carried along a walk through a value. */
export interface Mending {
  /** Path to the current value; changed on the way. */
  path: (string | number)[];
  repairs: RepairLog;
  /** What the schema can no longer see in the mended value. */
  problems: Problem[];
}
