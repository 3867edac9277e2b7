import { addWords } from "../words/words.ts";
import { paletteEn } from "./palette-en.ts";

addWords("shell", paletteEn);
