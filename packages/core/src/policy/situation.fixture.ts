import { roleName } from "../kernel/ids.ts";
import type { Rules, Situation } from "./judge.ts";

/** A room as it is made. */
export const RULES: Rules = {
  preset: "safe",
  mode: "room",
  lists: { allow: [], deny: [] },
  files: [],
  askMax: 3,
};

/** A builder's call that nothing else stands against. */
export const HERE: Situation = {
  role: roleName("builder"),
  taskId: null,
  boundaries: null,
  stopped: null,
  refuseWrite: () => null,
  real: null,
  open: 0,
  allowed: [],
};
