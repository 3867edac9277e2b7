import { addWords } from "../../words/words.ts";
import { accessEn } from "./en.ts";

addWords("access", accessEn);
