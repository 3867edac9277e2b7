import type { CallOptions, Reply } from "@squadroom/client/call";
import type { RouteId } from "@squadroom/core/contract/routes";
import type { QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { explain } from "../live/api.ts";
import { type Done, doAct, type Told } from "./do-act.ts";

export interface Acts {
  /** Resolves to whether it is done. */
  send: <Id extends RouteId>(id: Id, given: CallOptions<Id>, done?: Done<Id>) => Promise<boolean>;
  isBusy: boolean;
  error: unknown;
  /** The problem, in a sentence. */
  problem: string | null;
  /** The reply of the last one that was done. */
  reply: unknown;
  reset: () => void;
}

export interface Act<Id extends RouteId> extends Omit<Acts, "send" | "reply"> {
  send: (given: CallOptions<Id>) => Promise<boolean>;
  reply: Reply<Id> | null;
}

const NOTHING = { busy: 0, error: null as unknown, reply: null as unknown };

/**
 * Acts of one part of the screen, and what it shows about them.
 *
 * @param changes what the page reads again after each of them
 */
export function useActs(told: Told = "here", changes?: QueryKey): Acts {
  const [{ busy, error, reply }, setState] = useState(NOTHING);
  const end = (change: Partial<typeof NOTHING>): void =>
    setState((before) => ({ ...before, busy: before.busy - 1, ...change }));
  return {
    isBusy: busy > 0,
    error,
    reply,
    problem: error === null ? null : explain(error).message,
    send: (id, given, done) =>
      doAct(id, given, {
        changes,
        ...done,
        told,
        onStart: () => setState((before) => ({ ...before, busy: before.busy + 1, error: null })),
        onDone: (answer) => {
          end({ reply: answer });
          done?.onDone?.(answer);
        },
        onFail: (failure) => {
          end({ error: failure });
          done?.onFail?.(failure);
        },
      }),
    reset: () => setState((before) => ({ ...NOTHING, busy: before.busy })),
  };
}

/** One act of the contract: a press sends it once, and its outcome is reported. */
export function useAct<Id extends RouteId>(id: Id, { told, ...done }: Done<Id> & { told?: Told } = {}): Act<Id> {
  const { send, reply, ...acts } = useActs(told);
  return { ...acts, reply: reply as Reply<Id> | null, send: (given) => send(id, given, done) };
}
