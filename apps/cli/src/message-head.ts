import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { SentMessage } from "@squadroom/core/message/state";
import { oneLine } from "./quoting.ts";
import { dated } from "./words.ts";

/** A message between agents, its kind and its state, in a line. */
export function headLine(id: string, message: SentMessage): string {
  const { kind = "notification", priority = "medium", subject, about, taskId } = message;
  const on = [taskId, about?.component, about?.file].flatMap((one) => (one ? oneLine(one) : []));
  const what = [
    kind,
    `${priority} priority`,
    ...(subject ? [`“${oneLine(subject)}”`] : []),
    ...(on.length > 0 ? [`on ${on.join(", ")}`] : []),
  ];
  return `Message ${id}: ${what.join(", ")}; ${stateText(message)}.`;
}

function stateText({ state, responseBy, raisedTo }: SentMessage): string {
  const due = responseBy === undefined ? "" : dated(responseBy);
  switch (state) {
    case "waiting":
      return due === "" ? "waiting for an answer" : `waiting for an answer until ${due}`;
    case "late":
      return "not delivered in time";
    case "raised":
      return `overdue since ${due}, raised to ${raisedTo}`;
    case "overdue":
      return `overdue since ${due}, a person is asked`;
    case "closed":
      return "closed, nobody waits for an answer";
    case "answered":
    case "delivered":
    case "sent":
      return state;
    default:
      return unreachable(state);
  }
}
