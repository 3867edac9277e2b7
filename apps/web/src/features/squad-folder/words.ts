import { addWords } from "../../words/words.ts";
import { squadFolderEn } from "./en.ts";

addWords("squad-folder", squadFolderEn);
