import type { DecisionId } from "../decision/decision.ts";
import type { Word } from "../kernel/ids.ts";
import type { Grant, PolicySettings } from "./policy.ts";

/** Payloads of the events about what agents may do with their tools. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** A lead set what holds from here on, all of it. */
    "policy.changed": { settings: PolicySettings };
    /** An answer allowed more than its own call. */
    "policy.granted": { grants: Omit<Grant, "at">[]; decisionId: DecisionId };
    /** A lead took back what an answer had allowed. */
    "policy.revoked": { grantIds: Word[] };
  }
}
