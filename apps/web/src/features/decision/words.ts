export const LINE = {
  steps: "Redo a step",
  roles: "Give it to a role",
};
