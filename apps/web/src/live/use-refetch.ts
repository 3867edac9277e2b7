import { useEffect, useRef } from "react";
import { useCalm } from "./use-calm.ts";

/** Asks again when what an answer depends on has changed, at most once in `ms`. */
export function useRefetch(rests: unknown, ms: number, refetch: () => unknown): void {
  const calm = useCalm(rests, ms);
  const seen = useRef(calm);
  useEffect(() => {
    if (seen.current === calm) return;
    seen.current = calm;
    void refetch();
  }, [calm, refetch]);
}
