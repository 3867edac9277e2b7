import { createHash } from "node:crypto";

/** Longest name of a branch after its prefix, characters. */
const NAME_MAX = 60;

/** Branches under it belong to a room's runners; no other is moved without a person's word. */
export function prefixOf(room: string): string {
  return `squadroom/${createHash("sha256").update(room).digest("hex").slice(0, 6)}/`;
}

/** `squadroom/3f9a1c/dev-001-refund-settles-once`: valid for git, whatever the title. */
export function branchName(room: string, key: string, title: string): string {
  const start = fileName(key);
  const words = slug(title).split("-").filter(Boolean);
  let name = start;
  for (const word of words) {
    if (`${name}-${word}`.length > NAME_MAX) break;
    name = `${name}-${word}`;
  }
  return prefixOf(room) + name;
}

/** A key as the name of a file, a different one for each key. */
export function fileName(key: string): string {
  const plain = slug(key).slice(0, NAME_MAX);
  if (plain !== "" && plain === key.toLowerCase()) return plain;
  const hash = createHash("sha256").update(key).digest("hex").slice(0, 8);
  return plain === "" ? hash : `${plain.slice(0, 40)}-${hash}`;
}

/** Lower-case ASCII words separated by dashes; may be empty. */
export function slug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}
