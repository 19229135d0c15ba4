import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  { ignores: ["build/", "node_modules/", "eslint.config.js"] },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // A class with migrations and no statements has static methods, as the others have them.
      "@typescript-eslint/no-extraneous-class": [
        "error",
        { allowStaticOnly: true },
      ],
      // Numbers in messages are meant as they print.
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true },
      ],
    },
  },
  {
    files: ["src/**", "test/**"],
    rules: {
      // Adapters of synchronous drivers have the asynchronous interface of the others.
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    files: ["gen/options/shared/**"],
    rules: {
      // Each file has its own copy of what it needs: a buffer of one is like that of another.
      "@typescript-eslint/no-unsafe-class-instance-assignment": "off",
    },
  },
);
