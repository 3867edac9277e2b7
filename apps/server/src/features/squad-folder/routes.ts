import { squadRoom } from "@squadroom/core/squad-folder/room";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { meantTeam } from "../team/index.ts";

export const squadFolderRoutes: FeatureRoutes = ({ route }) => {
  route("previewSquad", async ({ body }) => {
    const { squad, root, marks, warnings, draft, known } = squadRoom(body.files, body.choices);
    const { team, problems } = await meantTeam({ team: draft });
    const { entryPoint, members, rules, notes, decisions, files } = squad;
    return {
      root,
      entryPoint,
      members: members.map(({ role, title, part, model, override, charter }) => ({
        role,
        title,
        part,
        model: override ?? model,
        hasCharter: charter !== "",
      })),
      rules,
      notes,
      decisions: decisions.map(({ title, date, by }) => ({ title, date, by })),
      wisdom: {
        decisions: known.filter(({ kind }) => kind === "decision").length,
        learnings: known.filter(({ kind }) => kind === "learning").length,
      },
      files: files.map(({ path }) => path),
      marks,
      warnings,
      problems,
      team,
    };
  });
};
