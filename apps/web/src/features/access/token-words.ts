import { addWords } from "../../words/words.ts";
import { tokenEn } from "./token-en.ts";

addWords("token", tokenEn);
