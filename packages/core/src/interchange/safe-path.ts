/** Longest path and longest part of a path, UTF-16 units. */
const PATH_MAX = 240;
const PART_MAX = 120;

/** Names that Windows reserves for devices, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const UNUSABLE = /[\u0000-\u001f\u007f<>:"|?*\\]/;

/**
 * Why a path from a folder that somebody else made cannot be a file below a folder of ours on any machine; `null`: it
 * can. Paths have `/` between their parts.
 */
export function unsafeReason(path: string): string | null {
  if (path === "" || path.length > PATH_MAX) return "is too long or empty";
  if (/^([a-z]:|[/\\])/i.test(path)) return "leads to a place of its own on the machine";
  for (const part of path.split("/")) {
    if (part === "..") return "leads out of its folder";
    if (part === "" || part === ".") return "has an empty part";
    if (part.length > PART_MAX) return "has a part that is too long";
    if (DEVICE.test(part)) return "is the name of a device on Windows";
    if (UNUSABLE.test(part) || !part.isWellFormed()) return "has characters that names can't have";
    if (/[. ]$/.test(part)) return "ends in a dot or a space";
  }
  return null;
}
