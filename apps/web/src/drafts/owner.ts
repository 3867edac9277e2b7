/** Whose drafts are read and written: known before the code that keeps them is loaded. */
let owner: string | null = null;

/** Called before anything of a signed-in person's is shown. */
export function openDrafts(personId: string): void {
  owner = personId;
}

export function draftsOwner(): string | null {
  return owner;
}
