/** A file's bytes, as the API sends them in base64. */
export function bytesOf(content: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
}

/**
 * Its text; invalid bytes become replacement characters.
 *
 * @throws TypeError with `fatal`, if some are invalid
 */
export function decoded(content: string, { fatal = false } = {}): string {
  return new TextDecoder("utf-8", { fatal }).decode(bytesOf(content));
}

/** A file's bytes in the form that the API takes. */
export function base64Of(file: File): Promise<string> {
  if (file.size === 0) return Promise.resolve("");
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ""));
    reader.readAsDataURL(file);
  });
}
