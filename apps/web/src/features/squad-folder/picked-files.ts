import { type PickedSquad, pickSquad } from "@squadroom/core/squad-folder/pick";
import type { FoundFile } from "../../ui/found-files.ts";

export interface Picked extends PickedSquad {
  /** The folder that was chosen. */
  name: string;
}

/** The squad's files in a folder; `null` if there is none. */
export async function pickedOf(found: readonly FoundFile[]): Promise<Picked | null> {
  const texts = found.map(({ path, file }) => ({
    path,
    bytes: file.size,
    read: () => file.text(),
  }));
  const picked = await pickSquad(texts);
  return picked && { ...picked, name: found[0]?.path.split("/").find(Boolean) ?? "" };
}
