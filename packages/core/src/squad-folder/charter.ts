import { fieldOf, linesOf, plain, readMarkdown } from "./markdown.ts";
import { FIELDS, modelOf } from "./roster.ts";

export interface Charter {
  /** In the form of a role's spec. */
  text: string;
  name: string;
  part: string;
  expertise: string;
  /** `undefined`: it names none; `null`: it leaves it open. */
  model: string | null | undefined;
  modelLine: number;
}

/** What a charter says about its agent. All of it is the role's spec. */
export function readCharter(content: string): Charter {
  const charter: Charter = {
    text: linesOf(content).join("\n").trimEnd(),
    name: "",
    part: "",
    expertise: "",
    model: undefined,
    modelLine: 1,
  };
  for (const block of readMarkdown(content).blocks) {
    if (block.kind === "heading") {
      const split = /^(.{1,60}?)\s+[—–-]\s+(.{1,80})$/.exec(plain(block.text));
      if (block.level === 1) {
        charter.name ||= split?.[1] ?? plain(block.text);
        charter.part ||= split?.[2] ?? "";
      }
      continue;
    }
    if (block.kind === "code" || block.kind === "comment") continue;
    const [first = "", second = ""] = block.cells;
    const field =
      block.kind === "row" ? { key: plain(first).toLowerCase(), value: plain(second) } : fieldOf(block.text);
    const key = field ? FIELDS[field.key] : undefined;
    if (!field || !key || field.value === "") continue;
    if (key === "name") charter.name = isIdentity(block.under) ? field.value : charter.name || field.value;
    else if (key === "part" || key === "expertise") charter[key] ||= field.value;
    else if (key === "model" && charter.model === undefined) {
      charter.model = modelOf(field.value);
      charter.modelLine = block.line;
    }
  }
  return charter;
}

function isIdentity(under: readonly { text: string }[]): boolean {
  return /identity/i.test(under.at(-1)?.text ?? "");
}
