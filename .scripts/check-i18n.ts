// Fails when a text is missing, unused, untranslated, or says something else in another language's placeholders.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FEATURES } from '../shared/src/features.ts';
import { ACTIONS } from '../shared/src/permissions.ts';
import { findProblems, type Texts } from './i18n-problems.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LANGUAGES = ['pt', 'en', 'es'] as const;

function load(language: string): Texts {
  const texts: Texts = {};
  for (const file of globSync(`shared/src/i18n/${language}/*.json`, { cwd: ROOT })) {
    const namespace = file.replace(/^.*\//, '').replace(/\.json$/, '');
    texts[namespace] = JSON.parse(readFileSync(`${ROOT}/${file}`, 'utf8')) as Texts[string];
  }
  return texts;
}

const sources = globSync(['desktop/src/**/*.{ts,tsx}', 'server/src/**/*.ts', 'shared/src/**/*.ts'], {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules') || path.includes('.test.'),
}).map((file) => readFileSync(`${ROOT}/${file}`, 'utf8'));

const problems = findProblems({
  languages: Object.fromEntries(LANGUAGES.map((language) => [language, load(language)])),
  reference: 'pt',
  sources,
  features: FEATURES,
  notKeys: Object.keys(ACTIONS),
  typedNamespaces: ['host', 'shell', 'reset', 'automatic'],
  sameWords: JSON.parse(readFileSync(new URL('i18n-same-words.json', import.meta.url), 'utf8')) as Record<
    string,
    string[]
  >,
});
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  problems.length === 0 ? 'All texts are complete in pt, en and es.\n' : `${problems.length} problems\n`,
);
process.exit(problems.length === 0 ? 0 : 1);
