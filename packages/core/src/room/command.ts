import type { PersonCaller } from "../kernel/actor.ts";
import type { RoomId } from "../kernel/ids.ts";
import type { RoomModels } from "../run/model.ts";
import type { Team } from "../team/team.ts";
import type { WisdomDraft, WisdomSource } from "../wisdom/wisdom.ts";

declare module "../kernel/command.ts" {
  interface Commands {
    createRoom: {
      by: PersonCaller;
      name: string;
      team: Team;
      demo: boolean;
      /** What it says about models from the beginning. */
      models?: RoomModels | undefined;
      /** What its team knows from the beginning. */
      known?: (WisdomDraft & { source?: WisdomSource })[] | undefined;
    };
    removeRoom: { by: PersonCaller; reason: string };
    changeTeam: {
      by: PersonCaller;
      team: Team;
      /** The version of the team that the person saw. */
      version: number;
      /** Who takes over a removed role's work; by default the entry point. */
      remap: Readonly<Record<string, string>>;
    };
  }

  interface Replies {
    createRoom: { roomId: RoomId };
    removeRoom: { removed: true };
    changeTeam: {
      changed: boolean;
      version: number;
      moved: number;
      returned: number;
      left: number;
    };
  }
}
