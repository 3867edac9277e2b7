import type { RouteId, Routes } from "@squadroom/core/contract/routes";
import type { Brand } from "@squadroom/core/kernel/ids";
import type { BodyOf, ParamsOf, ReplyOf } from "@squadroom/core/kernel/route";

/** `undefined`, `null` or an object without members: nothing to pass. */
type IsNothing<T> = [T] extends [Record<string, never> | null | undefined] ? true : false;

/** A member that may be left out exactly if the contract allows it. */
type Part<K extends string, T> =
  IsNothing<T> extends true
    ? { [P in K]?: undefined }
    : Record<string, never> extends T
      ? { [P in K]?: T }
      : undefined extends T
        ? { [P in K]?: T }
        : { [P in K]: T };

/** The query in the contract's types: numbers as numbers, ids as plain text, those with a default optional. */
type QueryOf<D> = D extends { query: { _zod: { output: infer O } } }
  ? { [K in keyof O]?: O[K] extends Brand<string, string> | undefined ? string : O[K] }
  : never;

export type Reply<Id extends RouteId> = ReplyOf<Routes[Id]>;
export type Body<Id extends RouteId> = BodyOf<Routes[Id]>;

export type CallOptions<Id extends RouteId> = Part<"params", ParamsOf<Routes[Id]>> &
  Part<"query", QueryOf<Routes[Id]>> &
  Part<"body", Body<Id>> & {
    /** Idempotency key, any text of 1 to 255 visible characters; made for each keyed call if left out. */
    key?: string;
    signal?: AbortSignal;
    /** Longest wait for one answer; by default 30 s, plus a long poll's `waitS`. */
    timeoutMs?: number;
  };

type Rest<Id extends RouteId> =
  Record<string, never> extends CallOptions<Id> ? [options?: CallOptions<Id>] : [options: CallOptions<Id>];

/** One typed method for every route of the contract. */
export type Call = <Id extends RouteId>(id: Id, ...rest: Rest<Id>) => Promise<Reply<Id>>;

/** The same, with what all routes have in common; for the code that makes the call. */
export interface AnyCallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  key?: string;
  signal?: AbortSignal;
  timeoutMs?: number;
}
