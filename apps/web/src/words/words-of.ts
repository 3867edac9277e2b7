import i18next, { type Namespace, type TFunction } from "i18next";
import { createElement, type ReactNode } from "react";
import { fill, plain, Say, type SayValues } from "./say.tsx";

type Key<N extends Namespace> = Parameters<TFunction<N>>[0];

export interface Words<N extends Namespace> {
  /** For a text whose holes are known here. */
  t: TFunction<N>;
  /** For a sentence with elements in its holes. */
  say: (key: Key<N>, values?: SayValues, count?: number) => ReactNode;
  /** For a sentence that was put together elsewhere, without its marks. */
  text: (key: Key<N>, values: Record<string, string>, count?: number) => string;
}

const known = new Map<string, unknown>();

/**
 * The texts of a feature, the same object every time. No hook: the language is chosen once, before the first
 * screen, and rows of a busy feed should not subscribe to it.
 */
export function wordsOf<N extends Extract<Namespace, string>>(namespace: N): Words<N> {
  const before = known.get(namespace) as Words<N> | undefined;
  if (before) return before;
  const words = makeWords(namespace);
  known.set(namespace, words);
  return words;
}

function makeWords<N extends Extract<Namespace, string>>(namespace: N): Words<N> {
  const raw = i18next.getFixedT(null, namespace) as (key: unknown, options: object) => string;
  const templates = new Map<string, string>();
  // Sentences are looked up for every row of a feed, and many times in each of its neighbours: each form once.
  const templateOf = (key: unknown, count?: number): string => {
    const name = String(key);
    const form = count === undefined ? name : `${name} ${formOf(count)}`;
    const looked = templates.get(form);
    if (looked !== undefined) return looked;
    const template = raw(key, { count, skipInterpolation: true });
    // A text that is not there yet answers with its name; its feature may still come.
    if (template !== name) templates.set(form, template);
    return template;
  };
  const t = (key: unknown, values?: Record<string, unknown> & { count?: number }): string => {
    const template = templateOf(key, values?.count);
    return values ? fill(template, values) : template;
  };
  return {
    t: t as TFunction<N>,
    say: (key, values = {}, count) =>
      createElement(Say, { template: templateOf(key, count), values: withCount(values, count) }),
    text: (key, values, count) => plain(templateOf(key, count), withCount(values, count)),
  };
}

/** Nothing may have words of its own beside those of the language. */
function formOf(count: number): string {
  if (count === 0) return "zero";
  return count === 1 ? "one" : "other";
}

function withCount<V extends object>(values: V, count: number | undefined): V & { count?: string } {
  return count === undefined ? values : { count: count.toLocaleString("en"), ...values };
}
