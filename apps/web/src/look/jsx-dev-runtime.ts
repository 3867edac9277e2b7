import { type ElementType, Fragment, type JSX, type Key } from "react";
import { jsxDEV as draw, type JSXSource } from "react/jsx-dev-runtime";
import { withVisibleText } from "./jsx-runtime.ts";

export { Fragment, type JSX };

export function jsxDEV(
  type: ElementType,
  props: Record<string, unknown>,
  key: Key | undefined,
  isStatic: boolean,
  source?: JSXSource,
  self?: unknown,
): JSX.Element {
  return draw(type, withVisibleText(type, props), key, isStatic, source, self);
}
