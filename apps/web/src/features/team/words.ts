import { addWords } from "../../words/words.ts";
import { teamEn } from "./en.ts";

addWords("team", teamEn);
