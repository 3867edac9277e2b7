export const STAGE = {
  draft: "Draft",
  final: "Final",
};
