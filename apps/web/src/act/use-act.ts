import type { CallOptions, Reply } from "@squadroom/client/call";
import type { RouteId } from "@squadroom/core/contract/routes";
import type { QueryKey } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { call, explain, isRefused, newKey, queryClient } from "../live/api.ts";
import { toast } from "../ui/toasts.ts";

/** What follows when an act is done. */
export interface Done<Id extends RouteId> {
  /** Said at the edge of the screen. */
  said?: (reply: Reply<Id>) => string | null;
  onDone?: (reply: Reply<Id>) => unknown;
  /** What the page has read and reads again, however the act went; what a room's log says comes by itself. */
  changes?: QueryKey;
}

/** Where it is said what went wrong: in place, by whoever draws `problem`, or at the edge of the screen. */
type Told = "here" | "toast";

type Send = <Id extends RouteId>(
  id: Id,
  given: CallOptions<Id>,
  done?: Done<Id>,
) => Promise<boolean>;

export interface Acts {
  /** Answers whether it is done; the same again while it is under way sends nothing. */
  send: Send;
  isBusy: boolean;
  error: unknown;
  /** What went wrong, in a sentence. */
  problem: string | null;
  reset: () => void;
}

export interface Act<Id extends RouteId> extends Omit<Acts, "send"> {
  send: (given: CallOptions<Id>) => Promise<boolean>;
  /** Of the last one that was done. */
  reply: Reply<Id> | null;
}

const NOTHING = { isBusy: false, error: null as unknown, reply: null as unknown };

/**
 * Any acts of the contract: what is under way is not sent once more. What is sent again after the network left open what became of it has
 * the same key, so that it happens once.
 */
export function useActs(told: Told = "here", changes?: QueryKey): Acts & { reply: unknown } {
  const [state, setState] = useState(NOTHING);
  const underWay = useRef(new Set<string>());
  const keys = useRef(new Map<string, string>());
  const send: Send = async (id, given, done = {}) => {
    const what = JSON.stringify([id, given]);
    if (underWay.current.has(what)) return false;
    underWay.current.add(what);
    setState((before) => ({ ...before, isBusy: true, error: null }));
    const key = keys.current.get(what) ?? newKey();
    keys.current.set(what, key);
    const end = (change: Partial<typeof NOTHING>): void => {
      underWay.current.delete(what);
      setState((before) => ({ ...before, isBusy: underWay.current.size > 0, ...change }));
      const queryKey = done.changes ?? changes;
      if (queryKey) void queryClient.invalidateQueries({ queryKey });
    };
    try {
      const reply = await call(id, { key, ...(given as object) } as never).catch(
        (error: unknown) => {
          // Made by a clock that is wrong: the client has learnt the right one.
          if (!isRefused(error, "key_expired")) throw error;
          return call(id, given as never);
        },
      );
      keys.current.delete(what);
      end({ reply });
      const words = done.said?.(reply);
      if (words) toast(words);
      done.onDone?.(reply);
      return true;
    } catch (error) {
      if (isRefused(error) && !isRefused(error, "unavailable", "outcome_unknown"))
        keys.current.delete(what);
      end({ error });
      if (told === "toast") toast(explain(error).message, { tone: "bad" });
      return false;
    }
  };
  return {
    ...state,
    send,
    problem: state.error === null ? null : explain(state.error).message,
    reset: () => setState(NOTHING),
  };
}

/** One act of the contract: a press sends it once, and it is said what came of it. */
export function useAct<Id extends RouteId>(
  id: Id,
  { told, ...done }: Done<Id> & { told?: Told } = {},
): Act<Id> {
  const { send, reply, ...acts } = useActs(told);
  return { ...acts, reply: reply as Reply<Id> | null, send: (given) => send(id, given, done) };
}
