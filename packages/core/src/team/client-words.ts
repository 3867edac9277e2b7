import type { ModelClass } from "./tiers.ts";

/** Claude Code's names for its families; a release may mean another model by them. `[1m]` asks for the long window. */
const FAMILIES: Readonly<Record<string, ModelClass>> = {
  opus: "premium",
  opusplan: "premium",
  best: "premium",
  sonnet: "standard",
  haiku: "fast",
};
/** Harnesses with other names for their models; nobody knows what another agent program accepts. */
const OTHERS = ["codex", "copilot", "gemini", "opencode"];
/** Harnesses that have `auto` as a model of their own. */
const WITH_AUTO = ["copilot", "gemini"];

/** Clients write it if the model is that of whoever starts the work: it names none. */
export function isInherit(word: string): boolean {
  return word.toLowerCase() === "inherit";
}

/** It leaves the model to the harness. */
export function isLeftTo(word: string, harness: string | undefined): boolean {
  const said = word.toLowerCase();
  return said === "default" || (said === "auto" && !WITH_AUTO.includes(harness ?? ""));
}

/** The class that a family's name stands for; `null`: it is not a family's name. */
export function familyClass(word: string): ModelClass | null {
  return FAMILIES[word.toLowerCase().replace(/\[1m\]$/, "")] ?? null;
}

/** The class from which this harness gets a model for such a name; `null`: the name goes to it unchanged. */
export function classFor(word: string, harness: string | undefined): ModelClass | null {
  return harness !== undefined && OTHERS.includes(harness) ? familyClass(word) : null;
}

export function isNoModel(word: string): boolean {
  return isInherit(word) || isLeftTo(word, undefined);
}

/** What to say about a spec that has this word; `null`: nothing. */
export function clientWordText(word: string): string | null {
  const kind = familyClass(word);
  if (kind) return `${word} is Claude Code's name. Other harnesses take their ${kind} model for it.`;
  if (isInherit(word)) return "inherit names no model: what decides next here is used.";
  return isNoModel(word) ? `${word} leaves the model to the harness that works.` : null;
}
