import { beginningOf } from "./cut-text.ts";
import { wordsOf } from "./harness/desk.ts";
import type { TurnEnd } from "./harness/harness.ts";
import { limitIn } from "./harness/limits.ts";

/** The model itself is the reason, in the words of providers and harnesses. */
const UNKNOWN =
  /\bmodel\b.{0,80}?(not[ _]?found|does ?n[o']t exist|do not have access|no access|unknown|unsupported|not (supported|available|allowed)|unavailable|invalid|deprecated|retired|may not exist)|(unknown|invalid|unsupported|no such) model|ProviderModelNotFound|ModelNotFound|model_not_found/is;

/** Whether another model may work after this failure: this one doesn't exist, or its provider accepts nothing now. */
export function isRefusal(failure: string, now: number): boolean {
  return UNKNOWN.test(failure) || limitIn(failure, now) !== null;
}

type Next = (model: string | null, from: { model: string | null; why: string }) => Promise<boolean>;

/**
 * The models of a run, one after the other; each is tried once.
 *
 * @param tell that it continues with this one; `false`: nobody wants it to
 */
export function createModels(wanted: string | null, others: readonly (string | null)[], tell: Next) {
  let first = wanted;
  let now = wanted;
  let left = [...others];
  async function next(failure: string): Promise<boolean> {
    if (!isRefusal(failure, Date.now())) return false;
    const model = left.shift();
    if (model === undefined || !(await tell(model, { model: now, why: beginningOf(failure, 500) }))) return false;
    now = model;
    return true;
  }
  return {
    get now(): string | null {
      return now;
    },
    /** If the harness's own comes last, nobody named one. */
    get spec() {
      return now === null ? {} : { model: now, isImplied: others.includes(null) };
    },
    /** The model can't be chosen here: its harness has that of its own settings, and no other is tried. */
    async own(why: string): Promise<void> {
      if (now === null) return;
      await tell(null, { model: now, why });
      first = null;
      now = null;
      left = [];
    },
    /** Starts a harness, with the next model if one is refused. */
    async raise(start: () => Promise<void> | undefined): Promise<void> {
      for (;;) {
        try {
          return await start();
        } catch (error) {
          if (!(await next(wordsOf(error)))) throw error;
        }
      }
    },
    /** Back to the first model, and to all that follow it, once the provider accepts work again. */
    async backToFirst(again: () => () => Promise<void>): Promise<void> {
      const why = "Its provider takes work again.";
      if (now === first || !(await tell(first, { model: now, why }))) return;
      now = first;
      left = [...others];
      await this.raise(again());
    },
    /** A turn; if its model refused it before anything was done, it is begun again with the next one. */
    async turn(act: {
      send: () => Promise<TurnEnd> | undefined;
      /** Says once how it starts again, with whichever model that is. */
      again: () => () => Promise<void>;
      hasActed: () => boolean;
    }): Promise<TurnEnd> {
      for (;;) {
        const end = (await act.send()) ?? { why: "failed" as const, text: "Its harness is gone." };
        if (end.why !== "failed" || act.hasActed() || !(await next(end.text))) return end;
        await this.raise(act.again());
      }
    },
  };
}
