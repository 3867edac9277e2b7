/** The files of an `apply_patch` envelope. */
export function filesOfPatch(patch: string): { path: string; access: "write" | "delete" }[] {
  return [...patch.matchAll(/^\s*\*\*\*\s+(Add File|Update File|Delete File|Move to):\s*(.+)$/gm)].map(
    ([, what = "", path = ""]) => ({
      path: path.trim(),
      access: what === "Delete File" ? "delete" : "write",
    }),
  );
}
