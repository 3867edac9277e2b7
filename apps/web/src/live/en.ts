export const liveEn = {
  server: "Squadroom",
  user: "you",
  goneAgent: "an agent",
  goneRunner: "a runner",
} as const;
