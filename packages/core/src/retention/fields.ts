/** Stands where a text was. An empty text stays empty, so that what asks whether there is one finds the same. */
export const DELETED_TEXT = "[deleted]";

/**
 * What becomes of each member that has texts, by its name in an event; `holder.name` where the holder (the member above
 * it, or the event's type) makes a difference. A name that is in neither list is scrubbed, and `fields.test.ts` fails:
 * it reads the types of all events.
 */
const KEPT = new Set([
  // Ids and keys, and what refers to them.
  ...["id", "key", "agentId", "authorId", "callId", "decisionId", "fromTaskId", "grantIds"],
  ...["handoffId", "holder", "joinTaskId", "messageId", "messageIds", "optionId", "orderId"],
  ...[
    "behind",
    "checkpoint",
    "checkpoints",
    "ended",
    "instead",
    "roomId",
    "release",
    "planId",
    "approachId",
    "sectionId",
    "repliesTo",
    "ruleId",
    "rule",
    "runId",
    "runnerId",
  ],
  ...["supersedes", "takesBack", "taskId", "taskIds", "cascade", "requires", "waitsFor", "answers"],
  ...["reopens", "toldBefore", "asked", "passing", "lifts", "agents", "mailTo", "ref"],
  ...["base", "before", "head", "digest", "fingerprint", "position", "prefix", "into", "line"],
  // Who: people, agents and roles are the room's.
  ...["name", "names", "by", "from", "to", "got", "wanted", "role", "roles", "available"],
  ...["fallbacks", "handsTo", "mailToRole", "mentions", "producer", "requestedBy"],
  ...["requiresAgent", "reviewers", "savedFrom", "standsInFor", "targets"],
  // Words of the protocol, and what runs the agents.
  ...["access", "act", "ask", "basis", "because", "class", "code", "date", "design", "door"],
  ...["duties", "end", "gatePreset", "how", "implementation", "intent", "intents", "kind"],
  ...["level", "limit", "limits", "lockout", "mode", "modelBy", "of", "outcome", "part", "parts"],
  ...["phase", "preset", "priority", "quality", "requirements", "scope", "severity", "side"],
  ...["sign", "stage", "stale", "state", "status", "step", "suggestedSkips", "tier", "urgency"],
  ...["way", "harness", "model", "models", "platform", "pricedBy", "tree", "folder"],
  ...["version", "variant", "verdict", "checks", "install"],
  // The team and the policy: no session's.
  ...["round", "next", "advice", "perspectives", "persona", "focus"],
  ...["all", "allow", "chain", "deny", "economy", "entryPoint", "involve", "keepClass", "needs"],
  ...["otherwise", "phrase", "phrases", "ruleTitle", "spec", "specialty", "team", "unless"],
]);

const TEXTS = new Set([
  ...["about", "action", "allowed", "angle", "attempted", "body", "branch", "command"],
  ...[
    "completed",
    "component",
    "consequence",
    "content",
    "criterion",
    "cwd",
    "decidedSplits",
    "failed",
  ],
  ...["description", "excerpt", "file", "files", "fix", "forbidden", "found", "hash"],
  ...["actionItems", "artifact", "convergent", "divergent", "risk"],
  ...["instruction", "issue", "keyDecisions", "keywords", "label", "labels", "made", "message"],
  ...["missing", "mustFix", "note", "notes", "option", "options", "ours", "output", "outputs"],
  ...["path", "paths", "patterns", "problem", "question", "reason", "reasoning"],
  ...["recommendation", "remaining", "remote", "result", "revises", "sha256", "source"],
  ...[
    "subject",
    "successCriteria",
    "suggestedAgent",
    "suggestion",
    "summary",
    "text",
    "theirs",
    "title",
    "top5",
  ],
  ...["tool", "tradeoffs", "warnings", "what", "within", "words"],
  // As git calls a branch: made of a title.
  ...["branch.merged.name", "subject.name"],
  // As their sender called them.
  ...["attachments.name", "archive.name", "scout.key"],
]);

/** Words of the protocol under names that also hold texts. */
const WORDS: Record<string, ReadonlySet<string>> = {
  why: new Set([
    ...["asked", "clearing", "went_on", "checks", "conflict", "refused", "crashed", "drained"],
    ...["finished", "idle", "made_room", "runner_lost", "start_failed", "start_timeout"],
    ...["stopped", "withdrawn", "aborted", "deadline", "done", "failed", "limited", "back"],
    ...["forward", "skipped", "undone", "reviewed", "self_checked"],
    ...["told", "nobody_there", "no_answer", "in_turn"],
  ]),
  type: new Set([
    ...["scout", "approaches", "triage", "review", "questions", "choice", "input", "design"],
    "plan",
  ]),
};

export type Fate = "kept" | "text" | "words" | "unknown";

/** What becomes of a text under this name. */
export function fateOf(holder: string, name: string): Fate {
  if (TEXTS.has(`${holder}.${name}`)) return "text";
  // What stands in the place of which step, by their ids.
  if (KEPT.has(name) || holder === "instead") return "kept";
  if (name in WORDS) return "words";
  return TEXTS.has(name) ? "text" : "unknown";
}

/** A word of the protocol that stays, under a name that also holds texts. */
export function isWord(name: string, text: string): boolean {
  return WORDS[name]?.has(text) ?? false;
}

/** Everything in it that people and agents wrote is gone; ids, numbers and its shape are as they were. */
export function withoutTexts(value: unknown, holder: string, name: string): unknown {
  if (typeof value === "string") return textAfter(value, holder, name);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one, holder, name));
  const members = Object.entries(value).map(([key, one]) => [key, withoutTexts(one, name, key)]);
  return Object.fromEntries(members);
}

function textAfter(text: string, holder: string, name: string): string {
  const fate = fateOf(holder, name);
  if (text === "" || fate === "kept" || (fate === "words" && isWord(name, text))) return text;
  return DELETED_TEXT;
}
