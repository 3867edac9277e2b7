import type { DecisionId } from "../decision/decision.ts";
import { NOTHING, type RulesOf } from "../kernel/event.ts";
import type { Grant, PolicySettings } from "./policy.ts";

/** Payloads of the events about what agents may do with their tools. */
export interface PolicyEventData {
  /** A lead set what holds from here on, all of it. */
  "policy.changed": { settings: PolicySettings };
  /** An answer allowed more than its own call. */
  "policy.granted": { grants: Omit<Grant, "at">[]; decisionId: DecisionId };
  /** A lead took back what an answer had allowed. */
  "policy.revoked": { grantIds: string[] };
}

export const POLICY_RULES: RulesOf<PolicyEventData> = {
  "policy.changed": NOTHING,
  "policy.granted": NOTHING,
  "policy.revoked": NOTHING,
};
