import { z } from "zod";
import { defineRoute, RoomParam } from "../kernel/route.ts";

const Step = z.object({
  id: z.string(),
  title: z.string(),
  instruction: z.string().optional(),
  requires: z.array(z.string()).readonly(),
  outputs: z.array(z.string()).readonly().optional(),
  isCheckpoint: z.boolean().optional(),
});

export const getPipelines = defineRoute({
  id: "getPipelines",
  method: "GET",
  path: "/rooms/:room/pipelines",
  tag: "sessions",
  summary:
    "The pipelines of a room's team, and for those that it can't start the prefixes that no role has.",
  access: { who: "room", persons: "viewer", agents: true },
  params: RoomParam,
  reply: z.object({
    data: z.array(
      z.object({
        name: z.string(),
        title: z.string(),
        about: z.string(),
        steps: z.array(Step).readonly(),
        /** Prefixes without a role; empty: it can be started. */
        missing: z.array(z.string()),
      }),
    ),
  }),
});
