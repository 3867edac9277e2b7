export { BudgetDialog, ScopeDialog } from "./budget-dialog.tsx";
export { BudgetFields } from "./budget-fields.tsx";
export { bodyOf, draftOf, problemsIn } from "./draft.ts";
