import { addWords } from "../../words/words.ts";
import { timelineEn } from "./en.ts";

addWords("timeline", timelineEn);
