import { one } from "./judging.ts";
import type { Finding } from "./rule.ts";
import type { Run } from "./run.ts";

const acts = (text: string, group = "") => text.split(" ").map((act) => `${group} ${act}`.trim());

/** Acts of the room's own command that agents may call. */
export const AGENTS_ACTS: ReadonlySet<string> = new Set([
  ...acts("help join wait progress handoff done fail log ask context mcp leave send message lock"),
  ...acts("unlock locks error errors attachment pipelines dispatch decisions status worklog report"),
  ...acts("list show", "message"),
  ...acts("list show create close-blocker", "task"),
  ...acts("add list", "comment"),
  ...acts("list search add supersede", "wisdom"),
  ...acts("start list retry", "fanout"),
  ...acts("show messages", "routing"),
  ...acts("list show add edit move pick finish defer put-back close drop export", "backlog"),
  ...acts("list show timeline revise add status artifacts", "session"),
  ...acts("show save", "scout"),
  ...acts("list show", "room"),
  ...acts("show", "room team"),
  ...acts("show export", "role"),
]);

/** Acts that only people call; whatever is in neither list is theirs too. */
export const PEOPLES_ACTS: ReadonlySet<string> = new Set([
  ...acts("connect disconnect decide hand-over snooze export run budget signin restored audit"),
  ...acts("usage metrics verify doctor demo serve"),
  ...acts("edit front withdraw", "message"),
  ...acts("cancel retry put-back allow front hand-on", "task"),
  ...acts("promote", "wisdom"),
  ...acts("correct accept dismiss", "routing"),
  ...acts("reopen mode import", "backlog"),
  ...acts("answer pause start scout resume stop move budget override gates export import", "session"),
  ...acts("new create options export import remove pause resume pause-all resume-all", "room"),
  ...acts("lockout pipeline set", "room team"),
  ...acts("import export", "squad"),
  ...acts("import", "role"),
  ...acts("list output steer start stop-all resume", "runs"),
  ...acts("list show open take push clean retry skip", "branches"),
  ...acts("list create link revoke", "credential"),
  ...acts("list add on off test remove deliveries redeliver", "webhook"),
  ...acts("show try set verdicts revoke", "policy"),
  ...acts("list invite deactivate reactivate sign-out", "person"),
  ...acts("list set remove import export", "prices"),
  ...acts("show set run release restore hold", "retention"),
]);

/** Options with a value that may come before an act: of the command itself, and of a group that acts by itself. */
export const OWN_VALUES: Readonly<Record<string, string>> = {
  "": "--as",
  message:
    "--message --message-file --reply-to --kind --subject --file --component --answer-in --attach --priority --model --room",
};

/** Acts that start agents. */
const SPAWNS = /^(run|runs (start|resume|steer)|demo)$/;
/** @source commander, which the command reads its words with */
const ASKS_HELP = /^(-h|--help|--version)$/;
/** The room's command as a file: where `connect` puts it, and where a package manager does. */
export const OWN_COMMAND =
  /(^|\/)(\.squadroom\/(bin\/)?squadroom(\.[cm]?js)?|squadroom\.[cm]?js|node_modules\/(@squadroom\/[\w-]+|squadroom)\/.*)$/;

const all = [...AGENTS_ACTS, ...PEOPLES_ACTS];
const isGroup = (act: string) => all.some((one) => one.startsWith(`${act} `));
const isAct = (act: string) => AGENTS_ACTS.has(act) || PEOPLES_ACTS.has(act);

/** What the room's command would do, as the command itself reads its words; `null`: it prints its usage. */
function ownAct(words: Run["words"]): string | null {
  let act = "";
  for (let i = 0; i < words.length; i += 1) {
    const { text, isKnown } = words[i] as Run["words"][number];
    if (!isKnown) return isGroup(act) || act === "" ? `${act} ${text}`.trim() : act;
    if (ASKS_HELP.test(text)) return null;
    if (text.startsWith("-")) {
      if ((OWN_VALUES[act] ?? "").split(" ").includes(text)) i += 1;
      continue;
    }
    const next = `${act} ${text}`.trim();
    if (isAct(next) || isGroup(next)) act = next;
    else return act === "" || !isAct(act) ? next : act;
    if (!isGroup(act)) return ASKS_HELP.test(words[i + 1]?.text ?? "") ? null : act;
  }
  return isAct(act) ? act : null;
}

/** @param words the words behind the command's name */
export function ownFindings(words: Run["words"], run: Run): Finding[] {
  const act = ownAct(words);
  if (act === null || AGENTS_ACTS.has(act)) return [];
  if (SPAWNS.test(act)) return one("spawn", `\`squadroom ${act}\` starts agents, which only people do.`, run);
  return one("settings", `Only people run \`squadroom ${act}\`.`, run, ["Ask a person: squadroom ask."]);
}
