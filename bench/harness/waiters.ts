import type { Seat } from "./squad.ts";

export type WaitersCommand =
  | {
      type: "open";
      port: number;
      /** `authorization` of the person who creates the tasks. */
      person: string;
      seats: Seat[];
      databaseUrl: string;
      warmUpSamples: number;
    }
  | { type: "run"; samples: number };

export interface WaitersResult {
  /** From the commit of the task's creation, by the time that Postgres noted for it, to the waiting agent's receipt. */
  p50Ms: number;
  p99Ms: number;
  /** From sending the request that creates the task to the same receipt. */
  sentP50Ms: number;
  sentP99Ms: number;
  /** One insert, committed by itself. */
  commitP50Ms: number;
  commitP99Ms: number;
}
