export const keysEn = {
  title: "Keys",
  close: "Close",
  groups: { anywhere: "Anywhere", go: "Go to", list: "In lists", room: "In a room" },
  palette: "Search or run",
  help: "Show all keys",
  goRooms: "Rooms",
  goConnect: "Connect an agent",
  next: "Next",
  previous: "Previous",
  open: "Open",
  off: "Single keys are off. Keys with Ctrl or ⌘ still work; turn the others on in your menu.",
  followedBy: "then",
} as const;
