/** SQL files are imported as text; scripts/build.mjs, vitest.config.ts and scripts/sql-loader.mjs see to it. */
declare module "*.sql" {
  const text: string;
  export default text;
}
