import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** What is built beside this program, in a clone as in the package. */
export function builtFiles() {
  const cli = beside("../../cli/dist");
  const docs = beside("./docs-page");
  return {
    web: beside("../../web/dist"),
    docsPage: existsSync(docs) ? docs : beside("../node_modules/@fastify/swagger-ui/static"),
    command: join(cli, "squadroom.mjs"),
    /** For agents' machines, keyed by the server's paths. */
    forAgents: {
      "/cli.mjs": join(cli, "squadroom.mjs"),
      "/hook.mjs": join(cli, "hook.mjs"),
      "/squadroom.tgz": join(cli, "squadroom.tgz"),
    },
  };
}

function beside(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
