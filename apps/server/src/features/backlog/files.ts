import type { ImportFormat } from "@squadroom/core/backlog/formats";
import { readImport, textsOf, writeExport } from "@squadroom/core/backlog/import";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { redactImported } from "../../platform/redaction/imported.ts";
import { personCaller, roomOf, run } from "../agent/index.ts";
import { createBacklogQueries } from "./queries.ts";

/** Most lines of a file that an answer names. */
const NAMED_MAX = 200;

/** The backlog as a file, in and out. */
export const fileRoutes: FeatureRoutes = ({ route, rooms, db }) => {
  const queries = createBacklogQueries(db);

  route("importBacklog", async (call) => {
    const { format, content, preview } = call.body;
    const read = await readRedacted(format, content);
    const problems = read.problems.slice(0, NAMED_MAX);
    const told = {
      count: read.items.length,
      items: read.items.map(({ title, state = "open", priority = "medium" }) => {
        return { title, state, priority };
      }),
      problems,
      warnings: read.warnings.slice(0, NAMED_MAX),
    };
    if (preview) {
      const room = await rooms.read(roomOf(call));
      return { ...told, added: null, seq: room?.view.seq ?? 0 };
    }
    if (problems.length > 0) {
      const [first] = problems;
      const message = `${read.problems.length} ${read.problems.length === 1 ? "problem" : "problems"}; the first on line ${first?.line}: ${first?.message}`;
      throw refuse("import_invalid", message, { problems });
    }
    const reply = await run(rooms, call, {
      type: "importItems",
      by: personCaller(call),
      items: read.items,
    });
    const added = reply.items;
    const [first, last] = [added[0]?.id ?? 0, added.at(-1)?.id ?? 0];
    return { ...told, added: { first, last }, seq: reply.seq };
  });

  route("exportBacklog", async (call) => {
    const { format } = call.query;
    const items = await queries.all(roomOf(call));
    return { format, count: items.length, content: writeExport(format, items) };
  });
};

/** Scanned text by text, so that no finding crosses the end of a cell. */
async function readRedacted(format: ImportFormat, content: string) {
  const read = readImport(format, content);
  const replaced = new Map<string, string>();
  for (const text of new Set(read.items.flatMap(textsOf).map(([, one]) => one))) {
    const redacted = await redactImported(text);
    if (redacted !== text) replaced.set(text, redacted);
  }
  return replaced.size === 0 ? read : readImport(format, content, replaced);
}
