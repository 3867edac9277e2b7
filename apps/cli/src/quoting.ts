import { fenced } from "@squadroom/core/prompt/markdown";

/**
 * What others wrote stands in a fence that it cannot close, or within a line that begins with the command's
 * own words: nothing of it can pass for what the command says, or for a message of a person.
 */
export function quoted(label: string, text: string, indent = ""): string {
  const isLine = !/[\n\r\u2028\u2029\u0085\v\f]/.test(text.trim());
  if (isLine) return `${indent}${label}: ${oneLine(text)}`;
  return fencedAs(label, text, indent);
}

/** In a fence whatever it is: each space of it counts. */
export function fencedAs(label: string, text: string, indent = ""): string {
  const block = fenced(text).replaceAll("\n", `\n${indent}`);
  return `${indent}${label}:\n${indent}${block}`;
}

/** Text of others within a line. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u0085\p{Cc}]+/gu, " ").trim();
}

/** Names of others after the command's own word; none make no line. */
export function named(label: string, names: readonly string[]): string[] {
  return names.length > 0 ? [`  ${label}: ${names.map(oneLine).join(", ")}`] : [];
}
