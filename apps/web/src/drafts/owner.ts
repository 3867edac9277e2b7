/** Whose drafts are read and written: known before the code that keeps them is loaded. */
let owner: string | null = null;

/** Before anything of a signed-in person is shown. */
export function openDrafts(personId: string): void {
  owner = personId;
}

export function draftsOwner(): string | null {
  return owner;
}
