import { fenced } from "@squadroom/core/prompt/markdown";

/**
 * Others' text is in a fence that it cannot close, or within a line that begins with the command's own words: none of
 * it can pass for what the command says, or for a person's message.
 */
export function quoted(label: string, text: string, indent = ""): string {
  const isLine = !/[\n\r\u2028\u2029\u0085\v\f]/.test(text.trim());
  if (isLine) return `${indent}${label}: ${oneLine(text)}`;
  return fencedAs(label, text, indent);
}

/** In a fence whatever it is: every space counts. */
export function fencedAs(label: string, text: string, indent = ""): string {
  const block = fenced(text).replaceAll("\n", `\n${indent}`);
  return `${indent}${label}:\n${indent}${block}`;
}

/** Others' text within a line. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0085\p{Cc}]+/gu, " ").trim();
}

/** Others' names after the command's own word; without any there is no line. */
export function named(label: string, names: readonly string[]): string[] {
  return names.length > 0 ? [`  ${label}: ${names.map(oneLine).join(", ")}`] : [];
}
