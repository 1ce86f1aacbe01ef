/** Mistakes that types do not show; names that are nowhere declared are the type checker's. */

import js from "@eslint/js";

export default [
  { ignores: ["**/vendor/"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: ["error", "smart"],
      "no-console": "error",
      "no-duplicate-imports": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-shadow": "error",
      "no-undef": "off",
      "no-var": "error",
      "prefer-const": "error",
    },
  },
];
