import type { RoleName } from "../kernel/ids.ts";
import { listed as inWords } from "../kernel/words.ts";
import { type Call, isSameTool, subagentOf } from "./call.ts";
import type { Finding } from "./rule.ts";
import { argsOf, programOf, type Run } from "./run.ts";
import { squeezed } from "./tools.ts";

/** What a role may use. Entries: a kind (`write`), a tool (`mcp__linear__*`), or a command (`$ npm publish`). */
export interface Lists {
  /** Empty: everything that is not denied. */
  allow: readonly string[];
  deny: readonly string[];
  /** Those that its spec declares; empty: whichever the harness has. */
  subagents?: readonly string[];
}

/** Most entries that a refusal names. */
const NAMED_MAX = 6;

/** What the lists of a role say about a call. */
export function listed(call: Call, lists: Lists, role: RoleName): Finding[] {
  const { allow, deny, subagents = [] } = lists;
  if (call.kind === "own" || call.kind === "plain") return [];
  const no = deny.find((entry) => fits(entry, call, true));
  const can = allow.filter((entry) => entry !== "").slice(0, NAMED_MAX);
  if (no !== undefined) return [{ rule: "tools", what: `The role ${role} may not use ${entryText(no)}.` }];
  const name = subagentOf(call);
  if (name !== null && subagents.length > 0 && !subagents.some((one) => squeezed(one) === squeezed(name))) {
    const what = name === "" ? "It names no subagent" : `${name} is no subagent of ${role}`;
    return [{ rule: "tools", what: `${what}: its spec has ${inWords(subagents)}.`, allowed: subagents }];
  }
  if (allow.length === 0 || isListed(call, allow)) return [];
  return [
    {
      rule: "tools",
      what: `The role ${role} may use ${can.map(entryText).join(", ")} and nothing else.`,
      allowed: can,
    },
  ];
}

function entryText(entry: string): string {
  return entry.startsWith("$") ? `\`${entry.slice(1).trim()}\`` : entry;
}

/** A command is on a list of commands if everything that it runs is. */
function isListed(call: Call, allow: readonly string[]): boolean {
  if (allow.some((entry) => !entry.startsWith("$") && fits(entry, call))) return true;
  const runs = call.shell?.runs.filter(({ words }) => words.length > 0) ?? [];
  return runs.length > 0 && runs.every((run) => allow.some((entry) => startsAs(entry, run)));
}

function fits(entry: string, call: Call, forbids = false): boolean {
  if (entry.startsWith("$")) return call.shell?.runs.some((run) => startsAs(entry, run)) ?? false;
  if (entry === call.kind || isSameTool(entry, call.tool)) return true;
  // A command that changes files writes, whatever tool runs it.
  if (entry === "write" && forbids && call.touches.some(({ access }) => access !== "read")) return true;
  const pattern = entry.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return pattern.length > 1 && new RegExp(`^${pattern.join(".*")}$`, "i").test(call.tool);
}

function startsAs(entry: string, run: Run): boolean {
  if (!entry.startsWith("$")) return false;
  const wanted = entry.slice(1).trim().split(/\s+/);
  const words = [programOf(run), ...argsOf(run)];
  return wanted.every((word, i) => words[i] === word);
}
