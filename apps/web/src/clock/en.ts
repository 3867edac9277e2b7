export const clockEn = {
  now: "now",
  justNow: "just now",
  long: { s: "{{n}} s", m: "{{n}} min", h: "{{n}} h", d: "{{n}} d" },
  short: { s: "{{n}} s", m: "{{n}} m", h: "{{n}} h", d: "{{n}} d" },
  ago: "{{since}} ago",
  inFuture: "in {{since}}",
} as const;
