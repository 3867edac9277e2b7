import type { RunChunk } from "@squadroom/core/run/output";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { call, explain, queryClient } from "../../live/api.ts";
import { subscribe } from "../../live/connection.ts";
import { perFrame } from "../../live/frames.ts";
import { type Output, withNewer, withOlder } from "./output.ts";

const PAGE = 500;
const OLDER_PAGE = 1_000;

const keyOf = (room: string, run: number) => ["room", room, "run", run, "output"] as const;

function update(room: string, run: number, change: (output: Output) => Output): void {
  queryClient.setQueryData<Output>(keyOf(room, run), (known) => known && change(known));
}

/** What a run said and did: its newest page, then kept at its end by the socket; older pages on request. */
export function useOutput(
  { room, roomId, epoch }: { room: string; roomId: string; epoch: number },
  run: number,
): {
  query: UseQueryResult<Output>;
  /** Loads the page before, or all of them. */
  loadOlder: (all?: boolean) => Promise<void>;
  isLoadingOlder: boolean;
  /** Why it can no longer be followed. */
  problem: string | null;
} {
  const [problem, setProblem] = useState<string | null>(null);
  const query = useQuery({
    queryKey: keyOf(room, run),
    queryFn: async (): Promise<Output> => {
      const params = { room, run };
      const { data, next, keptFrom } = await call("listRunOutput", {
        params,
        query: { limit: PAGE },
      });
      return { chunks: data.reverse(), older: next, keptFrom, epoch };
    },
    structuralSharing: false,
  });
  const isThere = query.data !== undefined;
  useEffect(() => (isThere ? follow(room, roomId, run, setProblem) : undefined), [isThere, room, roomId, run]);
  const { loadOlder, isLoadingOlder } = useOlder(room, run);
  return { query, loadOlder, isLoadingOlder, problem };
}

function follow(room: string, roomId: string, run: number, refused: (why: string | null) => void): () => void {
  const known = queryClient.getQueryData<Output>(keyOf(room, run));
  const frames = perFrame<{ chunks: RunChunk[]; isAnew: boolean; epoch: number }>((waiting) => {
    update(room, run, (output) =>
      waiting.reduce(
        (all, { chunks, isAnew, epoch }) =>
          isAnew ? { chunks, older: null, keptFrom: chunks[0]?.n ?? 0, epoch } : withNewer(all, chunks),
        output,
      ),
    );
    return waiting.length;
  });
  refused(null);
  const end = subscribe(`run:${roomId}:${run}`, {
    ...(known ? { cursor: { epoch: known.epoch, seq: known.chunks.at(-1)?.n ?? 0 } } : {}),
    onOutput: (chunks, isAnew, epoch) => frames.push({ chunks, isAnew, epoch }),
    onRefused: (refusal) => refused(refusal.message),
  });
  return () => {
    end();
    frames.stop();
  };
}

function useOlder(room: string, run: number) {
  const busy = useRef(false);
  const [isLoadingOlder, setLoading] = useState(false);
  const loadOlder = useCallback(
    async (all = false): Promise<void> => {
      if (busy.current) return;
      busy.current = true;
      setLoading(true);
      try {
        do {
          const cursor = queryClient.getQueryData<Output>(keyOf(room, run))?.older;
          if (!cursor) break;
          const query = { cursor, limit: OLDER_PAGE };
          const page = await call("listRunOutput", { params: { room, run }, query });
          update(room, run, (output) => withOlder(output, page));
        } while (all);
      } finally {
        busy.current = false;
        setLoading(false);
      }
    },
    [room, run],
  );
  return { loadOlder, isLoadingOlder };
}

export const wordsOfError = (error: unknown): string => explain(error).message;
