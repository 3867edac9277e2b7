import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const SERVER = fileURLToPath(new URL("../../apps/server", import.meta.url));
const CORE = fileURLToPath(new URL("../../packages/core/src", import.meta.url));

interface Plant {
  file: string;
  changes: { from: string; to: string }[];
}

/** Bugs that the harness must find, each a small change of one source file. */
export const PLANTS = {
  swap: {
    file: join(SERVER, "src/db/append-sql.ts"),
    changes: [
      {
        from: `WHEN h.seq <> w.seq OR h.commit_id <> w."commitId" THEN 'lost'`,
        to: `WHEN false THEN 'lost'`,
      },
      // The primary key alone would refuse the second writer.
      {
        from: `WHERE e."roomId" = ANY(v_ok);`,
        to: `WHERE e."roomId" = ANY(v_ok) ON CONFLICT DO NOTHING;`,
      },
    ],
  },
  fence: {
    file: join(CORE, "task/work.ts"),
    changes: [
      { from: "lease.fence === fence && lease.agentId === by.id", to: "lease.fence >= fence" },
    ],
  },
  resume: {
    file: join(SERVER, "src/features/room/snapshot.ts"),
    changes: [{ from: "event.seq > seq &&", to: "event.seq > seq + 1 &&" }],
  },
} satisfies Record<string, Plant>;

/** A bundle of the server with one bug in it, beside the real one. @returns its path */
export async function plant(name: keyof typeof PLANTS): Promise<string> {
  const { file, changes } = PLANTS[name];
  let source = readFileSync(file, "utf8");
  for (const { from, to } of changes) {
    if (!source.includes(from))
      throw new Error(`${file} has changed: there is no "${from}" to plant ${name} in`);
    source = source.replace(from, to);
  }
  const outfile = join(SERVER, "dist", `planted-${name}.mjs`);
  await build({
    entryPoints: [join(SERVER, "src/main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    loader: { ".sql": "text" },
    logLevel: "error",
    plugins: [
      {
        name: "planted",
        setup({ onLoad, onResolve }) {
          onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
            kind === "entry-point" || path.startsWith("@squadroom/") || path.startsWith("/")
              ? undefined
              : { external: true },
          );
          onLoad({ filter: /\.ts$/ }, ({ path }) =>
            path === file ? { contents: source, loader: "ts" } : undefined,
          );
        },
      },
    ],
  });
  return outfile;
}
