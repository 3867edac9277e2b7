import type { Receives } from "../context/contract.ts";
import type { RoleName } from "../kernel/ids.ts";
import { isFor, type Relevant } from "../wisdom/relevance.ts";
import { type Part, wordsIn } from "./context/budget.ts";
import type { Item } from "./context/items.ts";
import { SHARED_BYTES, type SharedInput, sharedFor } from "./shared.ts";
import { wisdomFor } from "./wisdom.ts";

export const SHARED_WORDS = wordsIn("x".repeat(SHARED_BYTES));
/** Most entries that are named; of more, those that matter most. */
const ENTRIES_MAX = 300;

type Entry = Receives["entries"][number];

/**
 * What a delivery of this task says about its session and the team's knowledge, from the very parts that the delivery
 * writes. A long task leaves less room: these parts are then cut further.
 */
export function receives(input: SharedInput, role: RoleName = input.task.role): Receives {
  const { room, task } = input;
  const known = wisdomFor(room, task, role);
  const shared = sharedFor(input);
  const wordsOf = (part: Part | undefined) => wordsIn(part?.write(Infinity) ?? "");
  const shares = {
    decisions: wordsOf(shared?.decisionsPart),
    wisdom: wordsOf(known?.part),
    tasks: wordsOf(shared?.nowPart),
  };
  const shown = new Set<Item>([
    ...(shared?.decisionsPart.shown(Infinity) ?? []),
    ...(known?.part.shown(Infinity) ?? []),
  ]);
  const told = new Map((known?.told ?? []).map(([item, one]) => [one, item]));
  const entries = [
    ...(shared?.decisions ?? []).map(
      ([item, { text, taskId }]): Entry => ({
        kind: "agent_decision",
        wisdomId: null,
        taskId,
        text,
        words: wordsIn(item.text),
        reasons: ["session"],
        left: shown.has(item) ? null : "full",
      }),
    ),
    ...(known?.all ?? []).map((one) => entryOf(one, told.get(one), shown)),
    ...othersRoles(input, role),
  ];
  const ordered = [...entries.filter(({ left }) => !left), ...entries.filter(({ left }) => left)];
  return {
    taskId: task.id,
    role,
    limit: SHARED_WORDS,
    shares,
    words: shares.decisions + shares.wisdom + shares.tasks,
    entries: ordered.slice(0, ENTRIES_MAX),
  };
}

function entryOf({ entry, reasons }: Relevant, item: Item | undefined, shown: ReadonlySet<Item>): Entry {
  const { id, kind, text, taskId } = entry;
  const left = item === undefined ? "unrelated" : shown.has(item) ? null : "full";
  return {
    kind,
    wisdomId: id,
    taskId,
    text,
    words: wordsIn(item?.text ?? text),
    left,
    reasons: [...reasons],
  };
}

/** What of the session or the room is only for other roles. */
function othersRoles({ room, task }: SharedInput, role: RoleName): Entry[] {
  const reader = { role, sessionId: task.sessionId };
  return (room.wisdom.live ?? [])
    .filter((one) => !isFor(one, reader) && isFor({ ...one, roles: [] }, reader))
    .map(({ id, kind, text, taskId }) => ({
      kind,
      wisdomId: id,
      taskId,
      text,
      words: wordsIn(text),
      reasons: [],
      left: "other_role" as const,
    }));
}
