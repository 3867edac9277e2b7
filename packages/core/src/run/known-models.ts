import { familyClass, isNoModel } from "../team/client-words.ts";
import { MODEL_CLASSES, type ModelClass } from "../team/tiers.ts";
import { entryOf, modelKey } from "../usage/model-name.ts";

/** A model of the server's list, or the beginning of names followed by `*`. `null` is unknown, never 0. */
export interface KnownModel {
  model: string;
  provider: string | null;
  class: string | null;
  contextSize: number | null;
  /** It stands for names that nobody lists, and is not a model itself. */
  isPattern?: boolean;
}

/** A model that a harness accepts, with what it is for. */
export interface ModelInClass {
  model: string;
  class: ModelClass;
}

/** Providers whose models these harnesses accept by the names in the list; other harnesses have names of their own. */
const PROVIDERS: Readonly<Record<string, string>> = {
  claude: "anthropic",
  codex: "openai",
  gemini: "google",
};

/** A beginning that ends within a date is not the name of a model. */
const WITHIN_DATE = /-20\d{0,5}$/;

/** The class that is meant, in any case; `null`: it is a model's name. */
export function classNamed(word: string): ModelClass | null {
  const named = word.toLowerCase();
  return MODEL_CLASSES.find((kind) => kind === named) ?? null;
}

/**
 * A server's own entries and those that came with Squadroom, the preferred first. An own entry says only what it says:
 * its class, and its provider if its name has none in front, otherwise come from the built-in entry for the model. An
 * entry that was set only for a price is no preference, so it comes last, or in place of the entry that it replaces.
 */
export function knownOf(own: readonly KnownModel[], builtIn: readonly KnownModel[]): KnownModel[] {
  const keys = new Set(builtIn.map(({ model }) => modelKey(model)));
  const whole = own.map((entry): KnownModel => {
    const came = entryOf(builtIn, entry.model);
    const provider = entry.model.includes("/") ? null : (came?.provider ?? null);
    return {
      ...entry,
      class: entry.class ?? came?.class ?? null,
      provider: entry.provider ?? provider,
      ...(entry.model.endsWith("*") && !keys.has(modelKey(entry.model)) ? { isPattern: true } : {}),
    };
  });
  const isChosen = (_: KnownModel, i: number) => (own[i]?.class ?? null) !== null;
  const byKey = new Map(whole.map((entry) => [modelKey(entry.model), entry]));
  const all = [
    ...whole.filter(isChosen),
    ...builtIn.map((entry) => byKey.get(modelKey(entry.model)) ?? entry),
    ...whole,
  ];
  return [...new Set(all)];
}

/**
 * Whether a class, the list or a runner's offer has this name. Any other name goes to the harness as it is, and may be
 * misspelt.
 */
export function isHeardOf(
  model: string,
  known: readonly KnownModel[],
  offers: readonly { model?: string; models?: readonly string[] }[],
): boolean {
  const isOffered = offers.some((one) => one.model === model || one.models?.includes(model));
  const isWord = classNamed(model) !== null || familyClass(model) !== null || isNoModel(model);
  return isWord || isOffered || entryOf(known, model) !== null;
}

export function rankOf(kind: ModelClass): number {
  return MODEL_CLASSES.indexOf(kind);
}

/** `null`: the list doesn't say. */
export function classOf(known: readonly KnownModel[], model: string): ModelClass | null {
  return classNamed(entryOf(known, model)?.class ?? "") ?? familyClass(model);
}

/** Whether this harness can't use it: its models are another provider's. */
export function isForeign(known: readonly KnownModel[], harness: string, model: string): boolean {
  const provider = entryOf(known, model)?.provider ?? null;
  const own = PROVIDERS[harness];
  return own !== undefined && provider !== null && provider !== own;
}

/** What a runner's harness accepts, the preferred first: the runner's own, otherwise the list's for its provider. */
export function modelsFor(
  known: readonly KnownModel[],
  { harness, models }: { harness: string; models?: readonly string[] | undefined },
): ModelInClass[] {
  const provider = PROVIDERS[harness];
  const names =
    models ??
    known.flatMap((entry) =>
      provider !== undefined && entry.provider === provider && !entry.isPattern ? entry.model.replace(/\*$/, "") : [],
    );
  return names.flatMap((model) => {
    const kind = WITHIN_DATE.test(model) ? null : classOf(known, model);
    return kind === null ? [] : [{ model, class: kind }];
  });
}
