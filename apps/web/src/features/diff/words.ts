import { addWords } from "../../words/words.ts";
import { diffEn } from "./en.ts";

addWords("diff", diffEn);
