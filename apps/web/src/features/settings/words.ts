import { addWords } from "../../words/words.ts";
import { settingsEn } from "./en.ts";

addWords("settings", settingsEn);
