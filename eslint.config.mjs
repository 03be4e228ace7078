import tseslint from 'typescript-eslint';
import { importRules } from './scripts/import-rules.mjs';

export default tseslint.config(
  { ignores: ['**/dist/**', 'out/**', 'node_modules/**', '.cache/**', 'coverage/**'] },
  ...tseslint.configs.strict,
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
    plugins: { silmaril: importRules },
    rules: {
      'silmaril/rooms': 'error',
      'silmaril/no-default-export': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'No barrels: import from the file that defines the thing.' },
      ],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
    },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['*.config.{ts,mjs}', 'scripts/**/*.mjs'], rules: { 'silmaril/no-default-export': 'off' } },
);
