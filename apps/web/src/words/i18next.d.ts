import "i18next";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "ui";
    returnNull: false;
    resources: {
      ui: typeof import("../ui/en.ts").uiEn;
      clock: typeof import("../clock/en.ts").clockEn;
      keys: typeof import("../keys/en.ts").keysEn;
      live: typeof import("../live/en.ts").liveEn;
      shell: typeof import("../shell/en.ts").shellEn &
        typeof import("../shell/palette-en.ts").paletteEn &
        typeof import("../shell/person-en.ts").personEn;
      access: typeof import("../features/access/en.ts").accessEn;
      agent: typeof import("../features/agent/en.ts").agentEn;
      budget: typeof import("../features/budget/en.ts").budgetEn;
      usage: typeof import("../features/usage/en.ts").usageEn;
      backlog: typeof import("../features/backlog/en.ts").backlogEn;
      artifact: typeof import("../features/artifact/en.ts").artifactEn;
      context: typeof import("../features/context/en.ts").contextEn;
      decision: typeof import("../features/decision/en.ts").decisionEn;
      fanout: typeof import("../features/fanout/en.ts").fanoutEn;
      inbox: typeof import("../features/inbox/en.ts").inboxEn;
      interchange: typeof import("../features/interchange/en.ts").interchangeEn;
      log: typeof import("../features/log/en.ts").logEn;
      mail: typeof import("../features/mail/en.ts").mailEn;
      attachment: typeof import("../features/attachment/en.ts").attachmentEn;
      diff: typeof import("../features/diff/en.ts").diffEn;
      price: typeof import("../features/price/en.ts").priceEn;
      message: typeof import("../features/message/en.ts").messageEn &
        typeof import("../features/message/agents-en.ts").agentsEn;
      metrics: typeof import("../features/metrics/en.ts").metricsEn;
      notification: typeof import("../features/notification/en.ts").notificationEn;
      replay: typeof import("../features/replay/en.ts").replayEn;
      report: typeof import("../features/report/en.ts").reportEn;
      timeline: typeof import("../features/timeline/en.ts").timelineEn;
      room: typeof import("../features/room/en.ts").roomEn &
        typeof import("../features/room/ball-en.ts").ballEn &
        typeof import("../features/room/turn-en.ts").turnEn;
      run: typeof import("../features/run/en.ts").runEn;
      branch: typeof import("../features/branch/en.ts").branchEn;
      lock: typeof import("../features/lock/en.ts").lockEn;
      retention: typeof import("../features/retention/en.ts").retentionEn;
      error: typeof import("../features/error/en.ts").errorEn;
      "squad-folder": typeof import("../features/squad-folder/en.ts").squadFolderEn;
      runner: typeof import("../features/runner/en.ts").runnerEn;
      session: typeof import("../features/session/en.ts").sessionEn;
      settings: typeof import("../features/settings/en.ts").settingsEn;
      task: typeof import("../features/task/en.ts").taskEn;
      pipeline: typeof import("../features/pipeline/en.ts").pipelineEn;
      policy: typeof import("../features/policy/en.ts").policyEn;
      team: typeof import("../features/team/en.ts").teamEn;
      token: typeof import("../features/access/token-en.ts").tokenEn;
      webhook: typeof import("../features/webhook/en.ts").webhookEn;
      wisdom: typeof import("../features/wisdom/en.ts").wisdomEn;
    };
  }
}
