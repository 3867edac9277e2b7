/** Leads into the panel that stands open. */
export function enterPanel(): void {
  document.querySelector<HTMLElement>("[data-panel]")?.focus();
}
