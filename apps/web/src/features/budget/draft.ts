import type { Body } from "@squadroom/client/call";
import type { Budget } from "@squadroom/core/budget/budget";
import { MICROS_PER_USD } from "@squadroom/core/usage/usage";

/** A budget as typed; an empty field is no limit. */
export interface Draft {
  usd: string;
  tokens: string;
  runs: string;
  /** Per cent. */
  warnAt: string;
}

export type Limits = NonNullable<Body<"createSession">["budget"]>;
const FIELDS = ["usd", "tokens", "runs"] as const;

export function draftOf(budget: Budget | null): Draft {
  const text = (n: number | null | undefined) => (n == null ? "" : String(n));
  const micros = budget?.costUsdMicros;
  return {
    usd: micros == null ? "" : String(micros / MICROS_PER_USD),
    tokens: text(budget?.tokens),
    runs: text(budget?.runs),
    warnAt: String(Math.round((budget?.warnAt ?? 0.8) * 100)),
  };
}

export function isEmptyDraft(draft: Draft): boolean {
  return FIELDS.every((field) => draft[field].trim() === "");
}

/** Fields without a valid number. */
export function problemsIn(draft: Draft): (keyof Draft)[] {
  if (isEmptyDraft(draft)) return [];
  const wrong: (keyof Draft)[] = FIELDS.filter((field) => {
    if (draft[field].trim() === "") return false;
    const n = Number(draft[field]);
    return !(n > 0) || !Number.isFinite(n) || (field !== "usd" && !Number.isInteger(n));
  });
  const share = Number(draft.warnAt);
  return share >= 5 && share <= 100 ? wrong : [...wrong, "warnAt"];
}

/** In the server's form; `null`: no limit at all. */
export function bodyOf(draft: Draft): Limits | null {
  if (isEmptyDraft(draft)) return null;
  const number = (text: string) => (text.trim() === "" ? undefined : Number(text));
  return {
    costUsd: number(draft.usd),
    tokens: number(draft.tokens),
    runs: number(draft.runs),
    warnAt: Number(draft.warnAt) / 100,
  };
}
