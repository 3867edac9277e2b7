import { type Document, isMap, isScalar, isSeq, parseDocument } from "yaml";
import { snake } from "./spec.ts";

const KEY = "additional_prefixes";

/**
 * A role's spec in which its role also owns the tasks of a prefix; every other line stays as written.
 *
 * @param spec one that `readRoleSpec` finds no error in
 * @source domain.md § 10
 */
export function givePrefix(spec: string, prefix: string): string {
  const lines = spec.split(/\r\n?|\n/);
  const end = lines.findIndex((line, i) => i > 0 && /^(---|\.\.\.)\s*$/.test(line));
  if (lines[0]?.replace(/^\ufeff/, "").trimEnd() !== "---" || end < 0)
    return ["---", `${KEY}: [${prefix}]`, "---", "", ...lines].join("\n");
  const at = lines.findIndex((line, i) => {
    const [, key] = /^["']?([A-Za-z_-]+)["']?[ \t]*:/.exec(line) ?? [];
    return i < end && key !== undefined && snake(key) === KEY;
  });
  if (at < 0) return lines.toSpliced(end, 0, `${KEY}: [${prefix}]`).join("\n");
  let after = at + 1;
  while (after < end && /^(\s|[-\]}](\s|$|,)|#|$)/.test(lines[after] ?? "")) after += 1;
  const entry = withItem(lines.slice(at, after).join("\n"), prefix);
  return lines.toSpliced(at, after - at, ...entry.split("\n")).join("\n");
}

/** An entry of YAML with one more item in its list, whichever way the list is written. */
function withItem(entry: string, item: string): string {
  const document: Document = parseDocument(entry, { schema: "failsafe", logLevel: "silent" });
  const pair = isMap(document.contents) ? document.contents.items[0] : undefined;
  if (!pair) return entry;
  const { value } = pair;
  if (isSeq(value)) value.add(document.createNode(item));
  else if (isMap(value)) value.set(document.createNode(item), document.createNode(""));
  else {
    const words = isScalar(value) ? String(value.value ?? "").split(",") : [];
    const all = [...words.map((word) => word.trim()).filter((word) => word !== ""), item];
    pair.value = document.createNode(all, { flow: true });
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false }).trimEnd();
}
