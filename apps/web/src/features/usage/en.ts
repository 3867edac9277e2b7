export const usageEn = {
  soFar: "{{usd}} USD so far",
  someSoFar: "{{usd}} USD and more so far",
  unknown: "cost unknown",
  cost: "{{usd}} USD",
  some: "{{usd}} USD and more",
  none: "nothing reported",
  tokens_one: "{{count}} token",
  tokens_other: "{{n}} tokens",
  unpriced_one: "{{count}} token of unknown price",
  unpriced_other: "{{n}} tokens of unknown price",
  runs_one: "{{count}} run",
  runs_other: "{{n}} runs",
};
