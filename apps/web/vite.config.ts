import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { LIMITS, readAsData } from "../../scripts/as-data.mjs";

const SERVER = "http://127.0.0.1:4600";
const TEXTS = [".css", ".html", ".js", ".svg"];

/** Libraries that the first screen needs in full. */
const FIRST_LOAD =
  /node_modules\/(?:react|react-dom|scheduler|use-sync-external-store|clsx|@tanstack\/(?:react-router|router-core|history|store|react-store|query-core|react-query))\//;

/** Puts `.gz` and `.br` beside every text: the server sends them unchanged and compresses nothing itself. */
function precompress(): Plugin {
  let dir = "";
  return {
    name: "precompress",
    apply: "build",
    configResolved: ({ root, build }) => {
      dir = join(root, build.outDir);
    },
    closeBundle: () => {
      for (const name of readdirSync(dir, { recursive: true, encoding: "utf8" })) {
        if (!TEXTS.includes(extname(name))) continue;
        const bytes = readFileSync(join(dir, name));
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }));
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes));
      }
    },
  };
}

/** The limits of fields without the contract's schemas, which would weigh more than the page. */
const contractLimits: Plugin = {
  name: "contract-limits",
  enforce: "pre",
  load: (id) => (LIMITS.test(id) ? readAsData(id) : null),
};

export default defineConfig({
  plugins: [contractLimits, react(), precompress()],
  server: {
    host: "127.0.0.1",
    port: 4610,
    proxy: {
      "/api": { target: SERVER, ws: true },
      "/cli.mjs": SERVER,
    },
  },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    // Nothing becomes a data: URI: the page's CSP allows only its own origin.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // Every browser that knows es2023 preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few chunks compress better than many; the libraries' chunk stays in the browser's cache across releases.
          groups: [
            { name: "base", test: FIRST_LOAD },
            { name: "shell", tags: ["$initial"] },
            // One request each would cost more than loading too much: a screen would ask for seventy files.
            { name: "icons", test: /node_modules\/lucide-react\// },
            { name: "yaml", test: /node_modules\/yaml\// },
            { name: "shared", minShareCount: 8 },
          ],
        },
      },
    },
  },
});
