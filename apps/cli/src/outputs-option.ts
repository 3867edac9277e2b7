type Output = string | { name: string; path: string };

/** `PATH`, or `NAME=PATH` where the assignment calls it something. */
export function outputsOf(said: unknown): Output[] | undefined {
  return (said as string[] | undefined)?.map((text) => {
    const [, name, path] = /^([\w -]+)=(.+)$/.exec(text) ?? [];
    return name === undefined || path === undefined ? text : { name, path };
  });
}
