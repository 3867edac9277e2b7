export const COLUMNS = {
  input: "Input",
  output: "Output",
  cacheRead: "Cache read",
  cacheWrite: "Cache write",
  cacheWrite1h: "Cache write, 1 h",
};
