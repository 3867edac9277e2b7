import { spelled, visible } from "@squadroom/core/kernel/visible";
import { type ElementType, Fragment, type Key } from "react";
import { jsx as draw, jsxs as drawAll, type JSX } from "react/jsx-runtime";

export { Fragment, type JSX };

type Props = Record<string, unknown>;

/** Parts that are read character by character, as is anything in their typeface. */
const CODE = new Set<unknown>(["code", "pre", "kbd", "samp"]);
const CODE_CLASS = /(?:^|\s)(?:mono|term)(?:\s|$)/;
/** Attributes that a browser reads out or shows beside an element. */
const SAID = ["title", "aria-label", "alt", "placeholder"];

/**
 * All text of the page passes through here on its way to the screen: nothing that agents and others wrote can reverse a
 * line, or hide in it. What a person edits (`value`) stays as it is.
 */
export function withVisibleText(type: unknown, props: Props): Props {
  const { children, className } = props;
  const isCode = CODE.has(type) || (typeof className === "string" && CODE_CLASS.test(className));
  const show = isCode ? spelled : visible;
  const shown = childrenIn(children, show);
  let next = shown === children ? props : { ...props, children: shown };
  if (typeof type !== "string") return next;
  for (const name of SAID) {
    const said = next[name];
    if (typeof said !== "string") continue;
    const clear = show(said);
    if (clear !== said) next = { ...next, [name]: clear };
  }
  return next;
}

function childrenIn(children: unknown, show: (text: string) => string): unknown {
  if (typeof children === "string") return show(children);
  if (!Array.isArray(children)) return children;
  const hasHidden = children.some((child) => childrenIn(child, show) !== child);
  return hasHidden ? children.map((child) => childrenIn(child, show)) : children;
}

export function jsx(type: ElementType, props: Props, key?: Key): JSX.Element {
  return draw(type, withVisibleText(type, props), key);
}

export function jsxs(type: ElementType, props: Props, key?: Key): JSX.Element {
  return drawAll(type, withVisibleText(type, props), key);
}
