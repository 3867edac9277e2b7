import { addWords } from "../../words/words.ts";
import { artifactEn } from "./en.ts";

export const { t } = addWords("artifact", artifactEn);
