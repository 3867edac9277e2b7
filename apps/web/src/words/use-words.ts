import { createElement, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Namespace, TFunction } from "i18next";
import { plain, Say, type SayValues } from "./say.tsx";

type Key<N extends Namespace> = Parameters<TFunction<N>>[0];
type Raw = (key: unknown, options: object) => string;

/**
 * `t` for a text whose holes are known here; `say` for a sentence with elements in its holes;
 * `text` for a sentence that was put together elsewhere, without its marks.
 */
export function useWords<N extends Namespace>(namespace: N) {
  const { t } = useTranslation(namespace);
  const template = (key: Key<N>, count?: number): string => (t as unknown as Raw)(key, { count, skipInterpolation: true });
  const say = (key: Key<N>, values: SayValues = {}, count?: number): ReactNode =>
    createElement(Say, { template: template(key, count), values: withCount(values, count) });
  const text = (key: Key<N>, values: Record<string, string>, count?: number): string => plain(template(key, count), withCount(values, count));
  return { t: t as TFunction<N>, say, text };
}

function withCount<V extends object>(values: V, count: number | undefined): V & { count?: string } {
  return count === undefined ? values : { count: count.toLocaleString("en"), ...values };
}
