/** Leads into the open panel. */
export function enterPanel(): void {
  document.querySelector<HTMLElement>("[data-panel]")?.focus();
}
