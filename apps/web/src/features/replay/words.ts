import { addWords } from "../../words/words.ts";
import { replayEn } from "./en.ts";

export const { t } = addWords("replay", replayEn);
