import type { AgentEventData } from "../agent/events.ts";
import type { BacklogEventData } from "../backlog/events.ts";
import type { BranchEventData } from "../branch/events.ts";
import type { BudgetEventData } from "../budget/events.ts";
import type { CommentEventData } from "../comment/events.ts";
import type { DecisionEventData } from "../decision/events.ts";
import type { ErrorEventData } from "../error/events.ts";
import type { FanoutEventData } from "../fanout/events.ts";
import type { HandoffEventData } from "../handoff/events.ts";
import type { InterchangeEventData } from "../interchange/events.ts";
import type { Recorded } from "../kernel/event.ts";
import type { RoomEventData } from "../kernel/room-events.ts";
import type { LockEventData } from "../lock/events.ts";
import type { MessageEventData } from "../message/events.ts";
import type { Message } from "../message/message.ts";
import type { PolicyEventData } from "../policy/events.ts";
import type { RetentionEventData } from "../retention/events.ts";
import type { RoutingEventData } from "../routing/events.ts";
import type { RunEventData } from "../run/events.ts";
import type { ScoutEventData } from "../scout/events.ts";
import type { SessionEventData } from "../session/record/events.ts";
import type { TaskEventData } from "../task/events.ts";
import type { TeamEventData } from "../team/events.ts";
import type { UsageEventData } from "../usage/events.ts";
import type { WisdomEventData } from "../wisdom/events.ts";

/**
 * The payloads by event type. Names are dotted past tense; times are epoch milliseconds.
 * An event carries the judgement with its grounds, so that replay needs no outside knowledge.
 */
export interface EventData
  extends RoomEventData,
    TeamEventData,
    AgentEventData,
    MessageEventData,
    TaskEventData,
    HandoffEventData,
    DecisionEventData,
    BacklogEventData,
    SessionEventData,
    ScoutEventData,
    UsageEventData,
    BudgetEventData,
    PolicyEventData,
    RunEventData,
    BranchEventData,
    CommentEventData,
    FanoutEventData,
    RoutingEventData,
    WisdomEventData,
    LockEventData,
    ErrorEventData,
    InterchangeEventData,
    RetentionEventData {}

export type EventType = keyof EventData;

/** A fact before it has its place in the log. */
export type Fact = { [T in EventType]: { type: T; data: EventData[T] } }[EventType];

/** A fact in the log. */
export type RoomEvent = Fact & Recorded;

export type EventOf<T extends EventType> = Extract<RoomEvent, { type: T }>;

/** The message that an event brings, or brings in other words. */
export function messageIn({ data }: RoomEvent): Message | null {
  return "message" in data && typeof data.message !== "string" ? data.message : null;
}
