import { nameOf } from "../kernel/actor.ts";
import { type EventsOf, type FactsOf, fact, NOTHING } from "../kernel/event.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Message } from "../message/message.ts";
import { addTask, setTask } from "../task/set.ts";
import type { NewTask } from "../task/task.ts";
import type { Tier } from "../team/tiers.ts";
import { CORRECTIONS_KEPT, type CorrectedHow, DISMISSED_MAX, type DismissedPhrase } from "./correction.ts";

/** Payloads of events about routing. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * A person said who should have got a message, which the log has at `sentSeq`. A task that nobody has taken moves;
     * if the room had answered, one is made; otherwise the task stays, and the correction is kept for the rules.
     */
    "routing.corrected": {
      /** As addressed now. */
      message: Message;
      sentSeq: number;
      /** `null`: the room had answered it. */
      from: RoleName | null;
      to: RoleName;
      how: CorrectedHow;
      task: NewTask | null;
      /** The tier of the task that is made. */
      tier?: Tier;
    };
    /** A person wants no rule of these words. */
    "routing.phrases_dismissed": { phrases: DismissedPhrase[] };
  }
}

export const ROUTING_FACTS: FactsOf<EventsOf<"routing">> = {
  "routing.corrected": fact(
    {
      asks: true,
      touches: (touched, { event: { data } }) => {
        touched.roles.add(data.to);
        if (data.from) touched.roles.add(data.from);
        if (data.message.taskId) touched.tasks.add(data.message.taskId);
      },
    },
    (next, event) => {
      const { message, sentSeq, from, to, how, task, tier } = event.data;
      const { at } = event;
      if (task)
        addTask(next, task, {
          frontAt: null,
          said: { seq: sentSeq, repliesTo: null, answered: [], ...(tier ? { tier } : {}) },
        });
      if (how === "moved" && message.taskId) {
        const isFilled = Object.values(next.agents).some((one) => one.role === to && one.online);
        setTask(next, message.taskId, (one) => ({
          ...one,
          role: to,
          agentId: null,
          parkedAt: isFilled ? null : at,
          toldToWait: false,
          reassignedFrom: null,
        }));
      }
      const record = next.routing;
      const others = record.corrections.filter(({ messageId }) => messageId !== message.id);
      const { id: messageId, taskId } = message;
      const corrections = [...others, { messageId, from, to, how, taskId, by: nameOf(event), at }];
      next.routing = { ...record, corrections: corrections.slice(-CORRECTIONS_KEPT) };
    },
  ),
  "routing.phrases_dismissed": fact(NOTHING, (next, { data: { phrases } }) => {
    const record = next.routing;
    const dismissed = [...record.dismissed, ...phrases].slice(-DISMISSED_MAX);
    next.routing = { ...record, dismissed };
  }),
};
