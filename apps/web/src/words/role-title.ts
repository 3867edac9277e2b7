/** "planner" → "Planner": for who names roles and does not have the team. */
export function roleTitle(role: string): string {
  return role.charAt(0).toUpperCase() + role.slice(1);
}
