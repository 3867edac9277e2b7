import { previewSquad } from "@squadroom/core/squad-folder/contract";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { meantTeam } from "../team/index.ts";
import { wantedSquad } from "./wanted.ts";

export const squadFolderRoutes: FeatureRoutes = ({ route }) => {
  route(previewSquad, async ({ body }) => {
    const { squad, root, marks, warnings, draft } = wantedSquad(body);
    const { team, problems } = await meantTeam({ team: draft });
    const { entryPoint, members, rules, notes, decisions, files } = squad;
    return {
      root,
      entryPoint,
      members: members.map(({ role, title, part, model, charter }) => ({
        role,
        title,
        part,
        model,
        hasCharter: charter !== "",
      })),
      rules,
      notes,
      decisions: decisions.map(({ title, date, by }) => ({ title, date, by })),
      files: files.map(({ path }) => path),
      marks,
      warnings,
      problems,
      team,
    };
  });
};
