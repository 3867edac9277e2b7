import type * as z from "zod";
import type { AgentCaller, PersonCaller, RunnerCaller } from "./actor.ts";
import type { RouteDef } from "./route.ts";

/** The callers that the access of an act lets in, as its rule sees them. */
type CallerIn<A> = A extends { who: "agent" }
  ? AgentCaller
  : A extends { who: "runner" }
    ? RunnerCaller
    : A extends { agents: true }
      ? AgentCaller | PersonCaller
      : PersonCaller;

type Flat<T> = { [K in keyof T]: T[K] } & unknown;
/** Optional fields may be `null` in a command; a call without a body has none. */
type Fields<T> = string extends keyof T ? unknown : { [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] };
type IsAct<D> = D extends { act?: infer T } ? (true extends T ? true : false) : false;

/** The commands of all acts of a contract: the caller, what the path names, what the body says. */
export type CommandsIn<M> = {
  [K in keyof M as IsAct<M[K]> extends true ? K : never]: M[K] extends RouteDef<infer P, z.ZodType, infer B> & {
    access: infer A;
  }
    ? Flat<{ by: CallerIn<A> } & Omit<z.output<P>, "room"> & Fields<NonNullable<z.output<B>>>>
    : never;
};

/** The reply to each of those commands; the room adds the seq. */
export type RepliesIn<M> = {
  [K in keyof M as IsAct<M[K]> extends true ? K : never]: M[K] extends RouteDef<
    z.ZodType,
    z.ZodType,
    z.ZodType,
    infer R
  >
    ? Flat<Omit<z.output<R>, "seq">>
    : never;
};
