import { addWords } from "../../words/words.ts";
import { teamEn } from "./en.ts";

export const { t, say } = addWords("team", teamEn);
