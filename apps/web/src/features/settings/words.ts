import { addWords } from "../../words/words.ts";
import { settingsEn } from "./en.ts";

export const { t, say } = addWords("settings", settingsEn);
