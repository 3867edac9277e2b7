import { addWords } from "../../words/words.ts";
import { wisdomEn } from "./en.ts";

addWords("wisdom", wisdomEn);
