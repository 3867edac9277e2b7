import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const SERVER = "http://127.0.0.1:4600";

export default defineConfig({
  plugins: [react()],
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
    // Nothing becomes a data: URI: the page's CSP allows its own origin only.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
