import type { Reply } from "@squadroom/client/call";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";

export type Grounds = Reply<"getGrounds">;

/** A decision, as far as its grounds depend on it. */
export interface Asked {
  id: string;
  /** A higher one when what it is about has changed. */
  version: number;
  subject: { kind: string };
}

/** Of everything else, all that is known stands in the question itself. */
const WITH_GROUNDS = ["session", "task", "branch", "message"];

/** On what grounds a decision is made. */
export function useGrounds(room: string, { id, version, subject }: Asked) {
  return useQuery({
    queryKey: ["room", room, "grounds", id, version],
    queryFn: () => call("getGrounds", { params: { room, decisionId: id } }),
    enabled: WITH_GROUNDS.includes(subject.kind),
    placeholderData: (before) => before,
  });
}
