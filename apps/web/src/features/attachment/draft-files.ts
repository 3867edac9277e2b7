import type { Attachment } from "@squadroom/core/attachment/attachment";
import { call, explain, newKey } from "../../live/api.ts";
import { base64Of } from "./content.ts";

/** A file that goes with what is being written: it is stored while the person still writes. */
export interface DraftFile {
  key: string;
  name: string;
  size: number;
  state: { kind: "storing" } | { kind: "stored"; attachment: Attachment } | { kind: "failed"; why: string };
}

/** As in core; the page takes types from there, not values. */
const SIZE_MAX = 1_000_000;
export const FILES_MAX = 5;

/** The stored ones, in order. */
export function storedFiles(files: readonly DraftFile[]): Attachment[] {
  return files.flatMap(({ state }) => (state.kind === "stored" ? [state.attachment] : []));
}

export function isStoring(files: readonly DraftFile[]): boolean {
  return files.some(({ state }) => state.kind === "storing");
}

/** Stores files for a room's next message; `change` is called at each step. */
export function storeAll(
  room: string,
  chosen: readonly File[],
  change: (step: (files: readonly DraftFile[]) => readonly DraftFile[]) => void,
): void {
  for (const file of chosen) {
    const key = newKey();
    const set = (state: DraftFile["state"]): void =>
      change((files) => files.map((one) => (one.key === key ? { ...one, state } : one)));
    const fresh: DraftFile = { key, name: file.name, size: file.size, state: { kind: "storing" } };
    change((files) => [...files, fresh]);
    if (file.size > SIZE_MAX) {
      set({ kind: "failed", why: "larger than 1 MB" });
      continue;
    }
    if (file.size === 0) {
      set({ kind: "failed", why: "empty" });
      continue;
    }
    base64Of(file)
      .then((content) =>
        call("addAttachment", {
          params: { room },
          body: {
            name: file.name,
            content,
            ...(file.type ? { type: file.type.split(";")[0] } : {}),
          },
        }),
      )
      .then(
        (attachment) => set({ kind: "stored", attachment }),
        (error: unknown) => set({ kind: "failed", why: explain(error).message }),
      );
  }
}
