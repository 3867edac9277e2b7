import "./words.ts";

export { BudgetDialog } from "./budget-dialog.tsx";
export { BudgetFields } from "./budget-fields.tsx";
export { bodyOf, type Draft, draftOf, isEmptyDraft, problemsIn } from "./draft.ts";
