export const liveEn = {
  server: "Squadroom",
  user: "you",
  goneAgent: "an agent",
} as const;
