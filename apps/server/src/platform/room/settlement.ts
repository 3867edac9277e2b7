import { type RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import type { RoomOutcome } from "./batch.ts";
import type { Answer, Entry } from "./entry.ts";

interface StoredKey {
  credentialId: string;
  key: string;
  requestHash: string;
  seq: number;
  reply: Answer;
}

export type Settlement = { answer: Answer } | { refusal: RefusalError };

/** What the outcome of an unwritten batch says to one of its entries; `null`: it is decided again. */
export function settlementOf(entry: Entry, { outcome, detail }: RoomOutcome): Settlement | null {
  switch (outcome) {
    case "duplicate": {
      const used = (detail as StoredKey[]).find(
        ({ key, credentialId }) => key === entry.key?.key && credentialId === entry.key.credentialId,
      );
      if (!used) return null;
      if (used.requestHash !== entry.key?.requestHash) return { refusal: keyReused() };
      entry.key?.onReplay?.();
      return { answer: { ...used.reply, seq: used.seq } };
    }
    case "revoked":
      if (!entry.credential || !(detail as string[]).includes(entry.credential.id)) return null;
      return {
        refusal: refuse("unauthorized", "This credential was revoked or changed.", {
          credentialChanged: true,
        }),
      };
    case "guard":
      // The next sweep looks again, at newer signs of life.
      if (entry.command.type !== "tick") return null;
      return { answer: { ok: true, reply: { events: 0 }, seq: 0 } };
    case "reader":
      return {
        refusal: refuse("room_quarantined", "This room is written by a newer release.", {}),
      };
    default:
      return null;
  }
}

export function keyReused(): RefusalError {
  return refuse("key_reused", "This idempotency key was used for another request.", {});
}

/** @param why follows "the database", where that is known */
export function unavailable(why: string): RefusalError {
  const message = `Nothing was done: the database can't be used now (${why}).`;
  return refuse("unavailable", message, { cause: why, retryAfterS: 1 });
}

export function outcomeUnknown(): RefusalError {
  const message = "The database didn't answer; this may or may not have happened.";
  return refuse("outcome_unknown", message, {});
}
