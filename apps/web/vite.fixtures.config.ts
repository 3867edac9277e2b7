import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The whole page against a server inside the page: for looking at screens. Never built. */
export default defineConfig({
  root: "fixtures",
  publicDir: "../public",
  cacheDir: "../node_modules/.vite-fixtures",
  plugins: [react()],
  server: { host: "127.0.0.1", port: 4611, strictPort: true, fs: { allow: ["../../.."] } },
});
