import type { Reply } from "@squadroom/client/call";
import type { Surroundings } from "./surroundings.ts";
import type { Place } from "./workplace.ts";

/**
 * Where the task is worked on, once everything that it builds on is there; `null`: it is no longer held.
 *
 * @param where of the held task; `null`: nobody wants to know any more
 */
export async function readyPlace(
  taskId: string,
  where: () => Promise<Reply<"getPlace"> | null>,
  {
    merger,
    workplace,
    here,
    author,
  }: Pick<Surroundings, "merger" | "workplace"> & { here: Place | null; author: string },
): Promise<Place | null> {
  for (;;) {
    const wanted = await where();
    if (wanted?.taskId !== taskId) return null;
    const { lineage, takesIn, merges } = wanted;
    if (merges.length > 0) {
      await merger.merge(merges);
      continue;
    }
    const isHere = here !== null && (lineage === null || lineage.key === here.tree);
    if (isHere && takesIn === null) return here;
    return workplace.placeFor(lineage, takesIn === null ? null : { branch: takesIn, author });
  }
}
