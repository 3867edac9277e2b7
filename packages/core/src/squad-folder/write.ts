import { readCharter } from "./charter.ts";
import { cellText } from "./markdown.ts";
import { itemsText } from "./phrases.ts";
import type { FolderDecision, FolderNote, Member, Squad, SquadFile } from "./squad.ts";

/** The files of a squad folder that describe this squad. Reading them gives the same squad again. */
export function writeSquadFolder(squad: Squad): SquadFile[] {
  const { members, entryPoint, rules, decisions, notes } = squad;
  const noted = (file: FolderNote["file"]) => notesText(notes.filter((note) => note.file === file));
  const entry = members.filter(({ role }) => role === entryPoint);
  const others = members.filter(({ role }) => role !== entryPoint);
  const team = `# Squad\n\n## Coordinator\n\n${rosterText(entry)}\n## Members\n\n${rosterText(others)}${noted("team.md")}`;
  const rows = rules.map(({ pattern, target, examples = [] }) => [pattern, target, itemsText(examples)]);
  const routing = `# Routing\n\n## Routing Table\n\n${tableText(["Work Type", "Route To", "Examples"], rows)}${noted("routing.md")}`;
  const files: SquadFile[] = [
    { path: "team.md", content: team },
    ...(rules.length > 0 || noted("routing.md") !== "" ? [{ path: "routing.md", content: routing }] : []),
    ...(decisions.length > 0 || noted("decisions.md") !== ""
      ? [
          {
            path: "decisions.md",
            content: `# Decisions\n\n${decisions.map(decisionText).join("\n")}${noted("decisions.md")}`,
          },
        ]
      : []),
    ...members.flatMap(({ role, charter, history }) => [
      ...(charter === "" ? [] : [{ path: `agents/${role}/charter.md`, content: `${charter}\n` }]),
      ...(history === "" ? [] : [{ path: `agents/${role}/history.md`, content: `${history}\n` }]),
    ]),
    ...configOf(squad),
    ...squad.files,
  ];
  return files;
}

function rosterText(members: readonly Member[]): string {
  const models = members.map(({ charter, model }) =>
    model !== null && (readCharter(charter).model ?? null) !== model ? model : "",
  );
  const hasModels = models.some(Boolean);
  const columns = ["Name", "Role", "Expertise", "Prefix", "Duties", "Charter"];
  return tableText(
    hasModels ? [...columns, "Model"] : columns,
    members.map((one, i) => [
      one.title,
      one.part,
      one.expertise,
      one.prefix ?? "",
      one.duties?.join(", ") ?? "",
      `agents/${one.role}/charter.md`,
      ...(hasModels ? [models[i] ?? ""] : []),
    ]),
  );
}

function tableText(columns: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cellText).join(" | ")} |\n`;
  return `${line(columns)}${line(columns.map(() => "---"))}${rows.map(line).join("")}`;
}

function notesText(notes: readonly FolderNote[]): string {
  return notes.length === 0 ? "" : `\n## Notes\n\n${notes.map(({ text }) => `- ${text}\n`).join("")}`;
}

function decisionText({ title, date, by, text }: FolderDecision): string {
  // A heading that follows directly would make this one the name of a group.
  const isApart = text.startsWith("#") && by === null;
  const head = date === null || isApart ? title : `${date}: ${title}`;
  const lines = [
    `## ${head}`,
    ...(isApart && date !== null ? [`**Date:** ${date}`] : []),
    ...(by === null ? [] : [`**By:** ${by}`]),
    ...(text === "" ? [] : ["", text]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Models that neither the charters nor the roster name. */
function configOf({ members, defaultModel, config }: Squad): SquadFile[] {
  const set = members.flatMap(({ role, charter, model, override }): [string, string][] => {
    const isLeftOpen = model === null && (readCharter(charter).model ?? null) !== null;
    return override !== null ? [[role, override]] : isLeftOpen ? [[role, "auto"]] : [];
  });
  const said = {
    ...config,
    ...(defaultModel === null ? {} : { defaultModel }),
    ...(set.length === 0 ? {} : { agentModelOverrides: Object.fromEntries(set) }),
  };
  return Object.keys(said).length === 0 ? [] : [{ path: "config.json", content: `${JSON.stringify(said, null, 2)}\n` }];
}
