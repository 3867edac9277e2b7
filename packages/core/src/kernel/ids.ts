import type { z } from "zod";

/**
 * Branded identifiers: a `TaskId` is not a `RoomId`. All but task ids and role names are UUIDv7, made by the
 * application and passed into core as arguments. The brands are those of the schemas in `text.ts`: whatever has passed
 * one of them is an id.
 */
export type Brand<T, B extends string> = T & z.$brand<B>;

/**
 * A string that nobody wrote: a name, a model, a hash, a key. In an event a plain `string` is a text: deletion takes
 * it. Words of the protocol and branded ids are known by their types.
 */
export type Word = string & Record<never, never>;

export type RoomId = Brand<string, "RoomId">;
/** An agent is its credential: both have the same id. */
export type AgentId = Brand<string, "AgentId">;
export type PersonId = Brand<string, "PersonId">;
export type MessageId = Brand<string, "MessageId">;
export type DecisionId = Brand<string, "DecisionId">;
export type HandoffId = Brand<string, "HandoffId">;
/** Human-readable, `PREFIX-NNN`, unique in its room. */
export type TaskId = Brand<string, "TaskId">;
/** Lower-case, as in the team. */
export type RoleName = Brand<string, "RoleName">;
/** Grows with each lease of a room; a write with an old one is refused. */
export type Fence = Brand<number, "Fence">;
/** Counts 1, 2, 3 … in its room: people say "session 4". */
export type SessionId = number;

export const nextFence = (fence: Fence): Fence => (fence + 1) as Fence;

export const roleName = (text: string): RoleName => text as RoleName;
export const taskId = (text: string): TaskId => text as TaskId;

/** Nothing has this id yet, so it may become the id of anything. */
export type FreshId = AgentId & DecisionId & HandoffId & MessageId & PersonId & RoomId;

/** Source of new ids for one command; the server passes UUIDv7, tests pass a counter. */
export type NewId = () => FreshId;
