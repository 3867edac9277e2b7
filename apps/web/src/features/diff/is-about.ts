/** The file that a finding is about: by its path, or by the end of one. */
export function isAbout(path: string, file: string): boolean {
  const plain = file.replace(/^\.?\//, "");
  return path === plain || path.endsWith(`/${plain}`) || plain.endsWith(`/${path}`);
}
