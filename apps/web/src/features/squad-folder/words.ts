import { addWords } from "../../words/words.ts";
import { squadFolderEn } from "./en.ts";

export const { t } = addWords("squad-folder", squadFolderEn);
