export const SHAPES: RegExp;
export function readShapes(): Promise<string>;
