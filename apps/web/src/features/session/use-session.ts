import type { Reply } from "@squadroom/client/call";
import type { ProposalStep } from "@squadroom/core/flow/steps";
import type { Proposal, Session } from "@squadroom/core/session/record/session";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";
import { useRefetch } from "../../live/use-refetch.ts";

export type SessionWhole = Reply<"getSession">;

const CALM_MS = 250;

/** What the room's state lacks about a session: its conversation and its versions; read again when it moves. */
export function useSession(room: string, id: number, live: Session | undefined): UseQueryResult<SessionWhole> {
  const query = useQuery({
    queryKey: ["room", room, "session", id],
    queryFn: () => call("getSession", { params: { room, sessionId: String(id) }, query: { log: 0 } }),
    enabled: Number.isSafeInteger(id) && id > 0,
  });
  useRefetch(live, CALM_MS, query.refetch);
  return query;
}

interface Wanted {
  room: string;
  sessionId: number;
  step: ProposalStep;
  version: number;
  batch: number | null;
}

/** One version of what was presented at a step; a version never changes. */
export function useVersion<S extends ProposalStep>(
  wanted: (Wanted & { step: S }) | null,
): UseQueryResult<Pick<Proposal<S>, "value" | "repairs">> {
  return useQuery({
    queryKey: ["room", wanted?.room, "session", wanted?.sessionId, wanted?.step, wanted?.batch, wanted?.version],
    queryFn: async () => {
      if (!wanted) throw new Error("no version is wanted");
      const { room, sessionId, step, version, batch } = wanted;
      const { value, repairs } = await call("getProposal", {
        params: { room, sessionId: String(sessionId), step, version: String(version) },
        query: batch === null ? {} : { batch },
      });
      return { value: value as Proposal<S>["value"], repairs };
    },
    enabled: wanted !== null,
  });
}

/** Each batch has its own plan and its own review; the other steps are the session's. */
export function batchOf(step: ProposalStep, batch: number | null): number | null {
  return step === "plan" || step === "review" ? batch : null;
}

/** What was presented before the current version; `null` if it is the first. */
export function usePrevious<S extends ProposalStep>(
  room: string,
  session: Session,
  step: S,
): Proposal<S>["value"] | null {
  const version = session.proposals[step]?.version ?? 1;
  const wanted = {
    room,
    sessionId: session.id,
    step,
    version: version - 1,
    batch: batchOf(step, session.batch),
  };
  return useVersion<S>(version > 1 ? wanted : null).data?.value ?? null;
}
