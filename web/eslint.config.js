// Which habits are refused in the app's sources?
import hooks from "eslint-plugin-react-hooks";
import ts from "typescript-eslint";

export default ts.config(
  { ignores: ["node_modules", ".vite", "src/wire/api.d.ts", "dist"] },
  ...ts.configs.strict,
  hooks.configs.flat["recommended-latest"],
  {
    rules: {
      "max-lines": ["error", { max: 400 }],
      "no-console": "error",
      "no-restricted-syntax": [
        "error",
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: "Model text never becomes HTML." },
        { selector: "MemberExpression[property.name='innerHTML']", message: "Model text never becomes HTML." },
      ],
      "@typescript-eslint/no-non-null-assertion": "error",
    },
  },
);
