import type { RefusalCode } from "./refusal-code.ts";

export interface Refusal {
  code: RefusalCode;
  /** What happened and why, in a sentence. */
  message: string;
  details: Record<string, unknown>;
  /** What is possible instead, if that is a short list. */
  allowed?: Allowed[];
}

/** An id, a name or an operation; or an act with what makes it possible, such as a handoff's target and intent. */
export type Allowed = string | Act;
interface Act {
  action: string;
  to?: string;
  intent?: string;
}

/** For a person to read: acts with one target together. */
export function allowedTexts(allowed: readonly Allowed[]): string[] {
  const texts = new Map<string, string[]>();
  for (const one of allowed) {
    const { action, to, intent }: Act = typeof one === "string" ? { action: one } : one;
    const name = to ?? action;
    texts.set(name, [...(texts.get(name) ?? []), ...(intent === undefined ? [] : [intent])]);
  }
  return [...texts].map(([name, intents]) => (intents.length === 0 ? name : `${name} (${intents.join(", ")})`));
}

export function refusal(
  code: RefusalCode,
  message: string,
  details: Record<string, unknown> = {},
  allowed?: Allowed[],
): Refusal {
  return allowed === undefined ? { code, message, details } : { code, message, details, allowed };
}

/** A refusal on its way through code that can only throw (routes, the client). */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
  constructor(
    readonly refusal: Refusal,
    readonly requestId?: string,
    options?: ErrorOptions,
  ) {
    super(refusal.message, options);
  }
  get code(): RefusalCode {
    return this.refusal.code;
  }
}

export function refuse(
  code: RefusalCode,
  message: string,
  details: Record<string, unknown> = {},
  allowed?: Allowed[],
): RefusalError {
  return new RefusalError(refusal(code, message, details, allowed));
}
