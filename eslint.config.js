import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    rules: { eqeqeq: "error", "prefer-const": "error", "no-var": "error", "no-shadow-restricted-names": "error" },
  },
  { files: ["tests/**"], languageOptions: { globals: globals.node } },
];
