export const PEOPLE_ROLES = {
  owner: "owner",
  lead: "lead",
  approver: "approver",
  viewer: "viewer",
};
