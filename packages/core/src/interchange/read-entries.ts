import * as z from "zod";
import { FIX_OUTCOMES, type FixRead } from "../error/reported-error.ts";
import { MESSAGE_STATES } from "../message/state.ts";
import { SEVERITIES } from "../session/record/discussion.ts";
import type { DraftAccumulated, DraftDecision, DraftError, DraftMessage, DraftTask } from "./draft.ts";
import type { Fields, Say } from "./fields.ts";

const KEPT = "Read as it is; its file is kept.";

export function readTask(fields: Fields, file: string, say: Say): DraftTask | null {
  const ref = fields.text(["meta", "task_id"], ["task_id"], ["id"]);
  if (ref === null) return missing(say, "task_id");
  const instruction = fields.text(["instruction"], ["description"]) ?? "";
  const title = fields.text(["squadroom", "title"], ["title"], ["subject"]) ?? firstLine(instruction);
  return {
    file,
    ref,
    title: title || ref,
    instruction,
    name: fields.text(["squadroom", "task"]) ?? ref,
    agent: fields.text(["meta", "agent"], ["agent"], ["owner"]) ?? "",
    priority:
      wordOf(fields, say, ["critical", "high", "medium", "low"], ["meta", "priority"], ["priority"]) ?? "medium",
    createdAt: fields.time(["meta", "created_at"], ["created_at"]),
    requires: fields.texts(["dependencies", "requires"], ["requires"], ["blocked_by"]),
    timeoutS: fields.number(["meta", "timeout"], ["timeout"]),
    boundaries: {
      allowed: fields.texts(["boundaries", "allowed"]),
      forbidden: fields.texts(["boundaries", "forbidden"]),
    },
    outputs: fields.outputs(["outputs"]),
    criteria: fields.texts(["success_criteria"]),
    status: null,
    percent: null,
    summary: "",
  };
}

/** What is said about a task; `ref`: which task. */
export function readProgress(fields: Fields, say: Say) {
  const ref = fields.text(["meta", "task_id"], ["task_id"]);
  if (ref === null) return missing(say, "task_id");
  const words = ["pending", "in_progress", "completed", "blocked", "failed", "cancelled"];
  return {
    ref,
    status: fields.text(["squadroom", "state"]) ?? wordOf(fields, say, words, ["status"]) ?? "pending",
    percent: fields.number(["progress_percentage"]),
    summary: fields.text(["squadroom", "result", "summary"], ["summary"], ["current_action"]) ?? "",
    agent: fields.text(["meta", "agent"], ["agent"]) ?? "",
    at: fields.time(
      ["meta", "updated_at"],
      ["updated_at"],
      ["meta", "timestamp"],
      ["timestamp"],
      ["meta", "created_at"],
      ["created_at"],
    ),
    line: fields.line(["meta", "task_id"], ["task_id"]),
  };
}

/** @returns with what its room called it */
export function readMessage(fields: Fields, file: string, say: Say): (DraftMessage & { own: string | null }) | null {
  const ref = fields.text(["meta", "message_id"], ["message_id"], ["id"]);
  if (ref === null) return missing(say, "message_id");
  const at = fields.time(["meta", "created_at"], ["created_at"]);
  const responseBy = fields.time(["response_by"]);
  if (at !== null && responseBy !== null && responseBy < at) {
    const message = "response_by is before the message was sent.";
    say(fields.line(["response_by"]), "warning", "times_reversed", message, KEPT);
  }
  return {
    file,
    ref,
    at,
    responseBy,
    from: fields.text(["meta", "from_agent"], ["from_agent"], ["from"]) ?? "",
    to: fields.text(["meta", "to_agent"], ["to_agent"], ["to"]) ?? "",
    kind: wordOf(fields, say, ["question", "request", "notification"], ["type"]) ?? "notification",
    subject: fields.text(["subject"]) ?? "",
    body: fields.text(["message"], ["body"]) ?? "",
    priority:
      wordOf(fields, say, ["critical", "high", "medium", "low"], ["meta", "priority"], ["priority"]) ?? "medium",
    task: fields.text(["context", "task_id"]),
    own: fields.text(["squadroom", "message"]),
    repliesTo: fields.text(
      ["meta", "replies_to"],
      ["replies_to"],
      ["meta", "in_reply_to"],
      ["in_reply_to"],
      ["squadroom", "replies_to"],
    ),
    state: MESSAGE_STATES.find((word) => word === fields.text(["squadroom", "state"])) ?? null,
  };
}

export function readError(fields: Fields, file: string, say: Say): DraftError | null {
  const ref = fields.text(["error_id"], ["meta", "error_id"], ["id"]);
  const message = fields.text(["error", "message"], ["message"]);
  if (ref === null) return missing(say, "error_id");
  if (message === null) return missing(say, "error.message");
  const place = [
    ["error", "file"],
    ["error", "line"],
    ["error", "column"],
  ] as const;
  return {
    file,
    ref,
    message,
    agent: fields.text(["agent"], ["meta", "agent"]) ?? "",
    severity: wordOf(fields, say, ["critical", "error", "warning"], ["severity"]) ?? "error",
    type: fields.text(["error", "type"]) ?? "",
    place: place.flatMap((path) => fields.text(path) ?? []).join(":"),
    at: fields.time(["occurred_at"]),
    task: fields.text(["task_id"]),
    fixes: readFixes(fields),
  };
}

const Fixes = z.array(z.object({ fix: z.string(), outcome: z.enum(FIX_OUTCOMES), note: z.string().optional() }));

/** With their outcomes if a room wrote them; otherwise in the document's form: a line that a `Result:` may follow. */
function readFixes(fields: Fields): FixRead[] {
  const own = Fixes.safeParse(fields.list(["squadroom", "attempted_fixes"]));
  if (own.success && own.data.length > 0) return own.data;
  const fixes: FixRead[] = [];
  for (const text of fields.texts(["attempted_fixes"])) {
    const [, result] = /^Result:\s*(.+)$/is.exec(text) ?? [];
    const [, untried] = /^Not tried:\s*(.+)$/is.exec(text) ?? [];
    const last = fixes.at(-1);
    if (result && last && last.note === undefined) last.note = result;
    else if (untried) fixes.push({ fix: untried, outcome: "not_tried" });
    else fixes.push({ fix: text, outcome: null });
  }
  return fixes;
}

export function readDecision(fields: Fields, file: string): DraftDecision | null {
  const question = fields.text(["question"]);
  if (question === null) return null;
  return {
    file,
    question,
    answer: fields.text(["answer", "label"], ["answer"]),
    note: fields.text(["answer", "note"], ["note"]) ?? "",
    by: fields.text(["answer", "by", "name"], ["by"]) ?? "",
    at: fields.time(["ended_at"], ["answer", "at"], ["at"]),
  };
}

const OUTCOMES = ["reached", "blocked", "skipped"] as const;

/** What tasks of a pipeline produced, by their role; also with the keys of document 004. */
export function readAccumulator(fields: Fields, say: Say): (DraftAccumulated & { line: number | null })[] {
  return fields.keys().flatMap((role) =>
    fields.list([role]).flatMap((_, i) => {
      const task = fields.text([role, i, "task"]);
      if (task === null) {
        const outcome = "Left out of the list; its file is kept.";
        say(fields.line([role, i]), "warning", "missing_key", "task is missing.", outcome);
        return [];
      }
      return [
        {
          role,
          task,
          line: fields.line([role, i, "task"]),
          artifact: fields.text([role, i, "artifact"]),
          keyDecisions: fields.texts([role, i, "key_decisions"]),
          consensus: readConsensus(fields, [role, i], say),
          rating: fields.number([role, i, "rating"], [role, i, "discuss_rating"]),
          summary: fields.text([role, i, "summary"]) ?? "",
        },
      ];
    }),
  );
}

function readConsensus(fields: Fields, at: (string | number)[], say: Say): DraftAccumulated["consensus"] {
  const words = [...OUTCOMES, "none", ...OUTCOMES.map((word) => `consensus_${word}`)];
  const paths = [
    [...at, "consensus", "outcome"],
    [...at, "consensus"],
    [...at, "discuss_verdict"],
  ];
  const said = wordOf(fields, say, words, ...paths)?.replace("consensus_", "");
  const outcome = OUTCOMES.find((word) => word === said);
  if (!outcome) return null;
  const severity = wordOf(fields, say, SEVERITIES, [...at, "consensus", "severity"]);
  return { outcome, severity: SEVERITIES.find((word) => word === severity) ?? "none" };
}

/** One of the words that a key may have; any other is reported. */
export function wordOf(
  fields: Fields,
  say: Say,
  words: readonly string[],
  ...paths: (string | number)[][]
): string | null {
  const said = fields.text(...paths);
  if (said === null) return null;
  const plain = said
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  if (words.includes(plain)) return plain;
  const message = `${paths[0]?.at(-1)} is “${said.slice(0, 40)}”. It is one of: ${words.join(", ")}.`;
  say(fields.line(...paths), "warning", "unknown_word", message, "Read as the default; its file is kept.");
  return null;
}

function missing(say: Say, key: string): null {
  const outcome = "Left out of the lists; its file is kept.";
  say(null, "error", "missing_key", `${key} is missing.`, outcome);
  return null;
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").slice(0, 120);
}
