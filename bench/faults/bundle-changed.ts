import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { readShapes, SHAPES } from "../../scripts/shapes.mjs";

/** A small change of one source file: a bug, for a program that is tried and shown to nobody. */
export interface Change {
  file: string;
  from: string;
  to: string;
}

/** What packages in the bundle take for granted that ask for modules of Node as CommonJS does. */
const COMMONJS = [
  'import { createRequire as createBannerRequire } from "node:module";',
  "const require = createBannerRequire(import.meta.url);",
  "const { filename: __filename, dirname: __dirname } = import.meta;",
].join("\n");

interface Bundle {
  entry: string;
  outfile: string;
  /** What is found where the bundle lies; all else goes into it. */
  isOutside?: (path: string) => boolean;
}

/** @throws where a source isn't any more what a change was written for */
export async function bundleChanged(
  changes: readonly Change[],
  { entry, outfile, isOutside = () => false }: Bundle,
): Promise<void> {
  const sources = new Map<string, string>();
  for (const { file, from, to } of changes) {
    const source = sources.get(file) ?? readFileSync(file, "utf8");
    if (!source.includes(from)) throw new Error(`${file} has changed: there is no "${from}" to plant a bug in`);
    sources.set(
      file,
      source.replace(from, () => to),
    );
  }
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    loader: { ".sql": "text" },
    // Where a package has both, its CommonJS may read its parts in a way that no bundler follows.
    mainFields: ["module", "main"],
    logLevel: "error",
    banner: { js: COMMONJS },
    plugins: [
      {
        name: "planted",
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
            kind !== "entry-point" && isOutside(path) ? { external: true } : undefined,
          );
          onLoad({ filter: SHAPES }, async () => ({ contents: await readShapes(), loader: "js" }));
          onLoad({ filter: /\.ts$/ }, ({ path }) => {
            const contents = sources.get(path);
            return contents === undefined ? undefined : { contents, loader: "ts" };
          });
        },
      },
    ],
  });
}
