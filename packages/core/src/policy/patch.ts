/** The files of an `apply_patch` envelope. */
export function filesOfPatch(patch: string): { path: string; access: "write" | "delete" }[] {
  return [...patch.matchAll(/^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/gm)].map(
    ([, what = "", path = ""]) => ({
      path: path.trim(),
      access: what === "Delete File" ? "delete" : "write",
    }),
  );
}
