import tseslint from "typescript-eslint";

/** Biome lints; these few rules need types or count lines. */
export default tseslint.config(
  {
    ignores: [
      "**/node_modules/",
      "**/dist/",
      "**/test-results/",
      "**/playwright-report/",
      "**/coverage/",
      "e2e/agents/",
    ],
  },
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { "@typescript-eslint": tseslint.plugin },
    rules: {
      "@typescript-eslint/await-thenable": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": [
        "error",
        { checksVoidReturn: { attributes: false, arguments: false } },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  { files: ["**/*.{ts,tsx,mjs,cjs}"], rules: { "max-lines": ["error", { max: 400 }] } },
  {
    files: ["**/*.{test,spec}.{ts,tsx}", "**/*.fixture.ts"],
    rules: { "max-lines": ["error", { max: 600 }] },
  },
);
