import type { RoomView } from "@squadroom/core/kernel/view";
import { revisionOf } from "@squadroom/core/pipeline/pipeline";

/** Versions of the same pipeline step, before and since; the first one first. */
export function versionsOf({ sessions }: Pick<RoomView, "sessions">, taskId: string): string[] {
  const { first, revision } = revisionOf(taskId);
  const later = sessions.live.flatMap(({ execution }) =>
    Object.values(execution?.tasks ?? {}).filter((id) => revisionOf(id).first === first),
  );
  const last = Math.max(revision, ...later.map((id) => revisionOf(id).revision));
  const all = Array.from({ length: last + 1 }, (_, n) => (n === 0 ? first : `${first}-R${n}`));
  return all.filter((id) => id !== taskId);
}
