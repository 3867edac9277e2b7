import "i18next";
import type { clockEn } from "../clock/en.ts";
import type { accessEn } from "../features/access/en.ts";
import type { agentEn } from "../features/agent/en.ts";
import type { logEn } from "../features/log/en.ts";
import type { messageEn } from "../features/message/en.ts";
import type { roomEn } from "../features/room/en.ts";
import type { taskEn } from "../features/task/en.ts";
import type { keysEn } from "../keys/en.ts";
import type { liveEn } from "../live/en.ts";
import type { shellEn } from "../shell/en.ts";
import type { uiEn } from "../ui/en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "ui";
    returnNull: false;
    resources: {
      ui: typeof uiEn;
      clock: typeof clockEn;
      keys: typeof keysEn;
      live: typeof liveEn;
      shell: typeof shellEn;
      access: typeof accessEn;
      agent: typeof agentEn;
      log: typeof logEn;
      message: typeof messageEn;
      room: typeof roomEn;
      task: typeof taskEn;
    };
  }
}
