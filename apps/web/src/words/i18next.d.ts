import "i18next";
import type { clockEn } from "../clock/en.ts";
import type { accessEn } from "../features/access/en.ts";
import type { agentEn } from "../features/agent/en.ts";
import type { attachmentEn } from "../features/attachment/en.ts";
import type { backlogEn } from "../features/backlog/en.ts";
import type { budgetEn } from "../features/budget/en.ts";
import type { decisionEn } from "../features/decision/en.ts";
import type { inboxEn } from "../features/inbox/en.ts";
import type { logEn } from "../features/log/en.ts";
import type { messageEn } from "../features/message/en.ts";
import type { notificationEn } from "../features/notification/en.ts";
import type { policyEn } from "../features/policy/en.ts";
import type { replayEn } from "../features/replay/en.ts";
import type { ballEn } from "../features/room/ball-en.ts";
import type { roomEn } from "../features/room/en.ts";
import type { turnEn } from "../features/room/turn-en.ts";
import type { runEn } from "../features/run/en.ts";
import type { runnerEn } from "../features/runner/en.ts";
import type { sessionEn } from "../features/session/en.ts";
import type { settingsEn } from "../features/settings/en.ts";
import type { taskEn } from "../features/task/en.ts";
import type { teamEn } from "../features/team/en.ts";
import type { usageEn } from "../features/usage/en.ts";
import type { webhookEn } from "../features/webhook/en.ts";
import type { keysEn } from "../keys/en.ts";
import type { liveEn } from "../live/en.ts";
import type { shellEn } from "../shell/en.ts";
import type { paletteEn } from "../shell/palette-en.ts";
import type { personEn } from "../shell/person-en.ts";
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
      shell: typeof shellEn & typeof paletteEn & typeof personEn;
      access: typeof accessEn;
      agent: typeof agentEn;
      budget: typeof budgetEn;
      usage: typeof usageEn;
      backlog: typeof backlogEn;
      decision: typeof decisionEn;
      inbox: typeof inboxEn;
      log: typeof logEn;
      attachment: typeof attachmentEn;
      message: typeof messageEn;
      notification: typeof notificationEn;
      replay: typeof replayEn;
      room: typeof roomEn & typeof ballEn & typeof turnEn;
      run: typeof runEn;
      runner: typeof runnerEn;
      session: typeof sessionEn;
      settings: typeof settingsEn;
      task: typeof taskEn;
      policy: typeof policyEn;
      team: typeof teamEn;
      webhook: typeof webhookEn;
    };
  }
}
