const TYPES: Record<string, string> = {
  csv: "text/csv",
  json: "application/json",
  md: "text/markdown",
};

/** Has the browser save a text under this name. */
export function saveText(content: string, name: string): void {
  const type = TYPES[name.slice(name.lastIndexOf(".") + 1)] ?? "text/plain";
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
