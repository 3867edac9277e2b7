import type { Reply } from "@squadroom/client/call";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call, queryClient } from "../../live/api.ts";

export type Me = Extract<Reply<"getMe">, { kind: "person" }>;

const KEY = ["me"] as const;

async function loadMe(): Promise<Me> {
  const me = await call("getMe");
  // A browser signs in as a person; a cookie never speaks for an agent.
  if (me.kind !== "person") throw new Error("This credential is an agent's.");
  return me;
}

export function useMe(): UseQueryResult<Me> {
  return useQuery({ queryKey: KEY, queryFn: loadMe });
}

export function useMyName(): string {
  return useMe().data?.name ?? "";
}

export function useMyId(): string {
  return useMe().data?.id ?? "";
}

export function changeMe(change: Partial<Me>): void {
  queryClient.setQueryData<Me>(KEY, (me) => me && { ...me, ...change });
}

/** Whoever it was is no longer signed in: ask again, and end at the sign-in page. */
export function forgetMe(): void {
  void queryClient.resetQueries({ queryKey: KEY });
}
