import type { EventOf } from "@squadroom/core/kernel/event";
import { eventsOf, type Feed } from "../../live/feed.ts";

/** What this page's stretch of the log says about a run, and no state does. */
export interface ToldOfRun {
  /** What each turn cost, micro-dollars, as far as the page has its end. */
  costs: ReadonlyMap<number, number>;
  /** Why the newest order of this turn wasn't carried out. */
  refusal: { act: EventOf<"run.ordered">["data"]["order"]["act"] | null; note: string } | null;
  /** The run that continues it. */
  next: number | null;
}

export function toldOfRun({ items }: Pick<Feed, "items">, runId: number): ToldOfRun {
  const costs = new Map<number, number>();
  const acts = new Map<string, EventOf<"run.ordered">["data"]["order"]["act"]>();
  let refusal: ToldOfRun["refusal"] = null;
  let next: number | null = null;
  for (const event of eventsOf(items)) {
    if (event.type === "run.requested" && event.data.resumes === runId) next = event.data.runId;
    if (!("runId" in event.data) || event.data.runId !== runId) continue;
    switch (event.type) {
      case "run.ordered":
        acts.set(event.data.order.id, event.data.order.act);
        refusal = null;
        break;
      case "run.order_settled": {
        const { orderId, isDone, note } = event.data;
        refusal = isDone ? null : { act: acts.get(orderId) ?? null, note };
        break;
      }
      case "run.turn_ended": {
        const { turn, usage } = event.data;
        if (usage && usage.costUsdMicros !== null) costs.set(turn, usage.costUsdMicros);
        refusal = null;
        break;
      }
      default:
        break;
    }
  }
  return { costs, refusal, next };
}
