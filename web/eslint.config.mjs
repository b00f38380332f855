// The ESLint rules for the browser client and all other JavaScript in the tree; `tools/test static` runs it.
import {dirname} from 'node:path';
import {fileURLToPath} from 'node:url';
import js from '@eslint/js';
import {defineConfig} from 'eslint/config';
import hooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import typescript from 'typescript-eslint';

const here = dirname(fileURLToPath(import.meta.url));

export default defineConfig(
    {ignores: ['**/node_modules/', 'build*/']},
    {linterOptions: {reportUnusedDisableDirectives: 'error'}},
    js.configs.recommended,
    {rules: {'no-unused-vars': ['error', {varsIgnorePattern: '^_'}]}}, // left out of a `...rest`
    {
        files: ['**/*.ts', '**/*.tsx'],
        extends: [typescript.configs.strictTypeChecked, typescript.configs.stylisticTypeChecked, hooks.configs['recommended-latest']],
        languageOptions: {parserOptions: {project: true, tsconfigRootDir: here}},
        rules: {
            '@typescript-eslint/method-signature-style': 'error', // functions handed on must not need their object
            '@typescript-eslint/no-confusing-void-expression': ['error', {ignoreArrowShorthand: true}],
            '@typescript-eslint/no-non-null-assertion': 'off', // noUncheckedIndexedAccess makes it necessary
            '@typescript-eslint/no-unused-vars': 'off', // tsc does it
            '@typescript-eslint/prefer-optional-chain': 'off', // it would ask for `a?.b` where f(a.b) stands before it
            '@typescript-eslint/restrict-template-expressions': ['error', {allowNumber: true}],
        },
    },
    {
        files: ['**/*.mjs'],
        languageOptions: {globals: globals.node},
    },
    {
        files: ['tests/web/*.mjs', 'tools/screencast.mjs'], // parts of them run in the page
        languageOptions: {globals: globals.browser},
        rules: {
            'no-restricted-properties': ['error', {property: 'waitForFunction', message: 'The policy of the pages forbids it to wait; use becomes().'}],
        },
    },
);
