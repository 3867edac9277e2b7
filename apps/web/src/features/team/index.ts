export { startDraft, withPrefix } from "./edit.ts";
export { RouteWhy } from "./route-why.tsx";
export { type TeamEdit, TeamUnsaved, useTeamEdit } from "./team-edit.tsx";
export { TeamEditor } from "./team-editor.tsx";
export { TeamFileField } from "./team-file-field.tsx";
export { TeamSection } from "./team-section.tsx";
