import { limitsFor } from "@squadroom/core/routing/limits";
import type { TeamDraft } from "@squadroom/core/team/draft";
import {
  classOfTier,
  FAN_OUT_MAX,
  MODEL_CLASSES,
  type ModelClass,
  TIER_S_MAX,
  TIER_S_MIN,
  TIERS,
  type Tier,
} from "@squadroom/core/team/tiers";
import type { ReactNode } from "react";
import { Field, Select } from "../../ui/field.tsx";
import { setTier } from "./edit.ts";
import { ROUTING_TIERS } from "./words.ts";

const ROUTING_LIMITS = {
  timeoutS: "Minutes",
  branchS: "Seconds for a branch",
  fanOut: "Agents at once",
};

const ROUTING_CLASSES = {
  fast: "Fast",
  standard: "Standard",
  premium: "Premium",
};

const LIMITS = ["timeoutS", "branchS", "fanOut"] as const;

/** What each kind of message may take in this team: its time, a branch's time, agents at once, the class of model. */
export function TierLimits({
  draft,
  onChange,
}: {
  draft: TeamDraft;
  /** `null`: read-only. */
  onChange: ((draft: TeamDraft) => void) | null;
}): ReactNode {
  const routing = draft.routing as Parameters<typeof limitsFor>[0]["routing"];
  const change = (tier: Tier, limit: (typeof LIMITS)[number], typed: string): void => {
    const n = Math.round(Number(typed));
    const [min, max] = limit === "fanOut" ? [1, FAN_OUT_MAX] : [TIER_S_MIN, TIER_S_MAX];
    const seconds = limit === "timeoutS" ? n * 60 : n;
    if (typed !== "" && Number.isFinite(seconds))
      onChange?.(setTier(draft, tier, { [limit]: Math.min(max, Math.max(min, seconds)) }));
  };
  return (
    <details className="tier-limits">
      <summary className="label">Limits by size of work</summary>
      <ul aria-label="Limits by size of work">
        {TIERS.map((tier) => {
          const limits = limitsFor(routing ? { routing } : {}, tier);
          const kind = classOfTier(routing ? { routing } : {}, tier);
          const shown = { ...limits, timeoutS: Math.round(limits.timeoutS / 6) / 10 };
          return (
            <li key={tier} className="tier-row">
              <span>{ROUTING_TIERS[tier]}</span>
              {LIMITS.map((limit) =>
                onChange ? (
                  <Field
                    key={`${limit} ${shown[limit]}`}
                    type="number"
                    min={limit === "branchS" ? TIER_S_MIN : 1}
                    max={limit === "fanOut" ? FAN_OUT_MAX : undefined}
                    label={ROUTING_LIMITS[limit]}
                    defaultValue={shown[limit]}
                    onBlur={({ target }) => change(tier, limit, target.value)}
                  />
                ) : (
                  <span key={limit} className="small muted">
                    {ROUTING_LIMITS[limit]} <b>{shown[limit]}</b>
                  </span>
                ),
              )}
              {onChange ? (
                <Select
                  label="Models"
                  value={kind}
                  options={MODEL_CLASSES.map((value) => ({
                    value,
                    label: ROUTING_CLASSES[value],
                  }))}
                  onChange={(chosen) => onChange(setTier(draft, tier, { model: chosen as ModelClass }))}
                />
              ) : (
                <span className="small muted">
                  Models <b>{ROUTING_CLASSES[kind]}</b>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
