import type { RefusedReply } from "./refusal.ts";
import type { RepairKind } from "./repair.ts";
import type { Reply, ReplyType } from "./shapes.ts";

/** What an agent might send, and what is to become of it. */
export interface Sample {
  name: string;
  wanted: ReplyType;
  reply: string;
  /** Either what is read, with the kinds of repairs in order … */
  value?: Reply;
  repairs?: RepairKind[];
  /** … or why nothing is, with words that the message has. */
  refusal?: RefusedReply["refusal"]["code"];
  says?: string[];
}

/** All of one wanted type: `[name, reply, value, ...repairs]` or `[name, reply, code, ...words]`. */
export function all(
  wanted: ReplyType,
  rows: [name: string, reply: string, outcome: Reply | string, ...more: string[]][],
): Sample[] {
  return rows.map(([name, reply, outcome, ...more]) =>
    typeof outcome === "string"
      ? {
          name,
          wanted,
          reply,
          refusal: outcome as RefusedReply["refusal"]["code"],
          says: more,
        }
      : { name, wanted, reply, value: outcome, repairs: more as RepairKind[] },
  );
}
