export const COMMONJS_NAMES: string;
export const LIMITS: RegExp;
export function readAsData(file: string): Promise<string>;
