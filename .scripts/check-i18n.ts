// Fails when a text is missing, unused, untranslated, or says something else in another language's placeholders; and when
// the compiler knows other namespaces than there are, which `--update` mends.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import { FEATURE_ENTRIES } from '../shared/src/features.ts';
import { ACTIONS } from '../shared/src/permissions.ts';
import { findProblems, type Texts } from './i18n-problems.ts';
import { namespaceOf, textTypes } from './i18n-types.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const TYPES = `${ROOT}/shared/src/texts.ts`;
const LANGUAGES = ['pt', 'en', 'es'] as const;

const filesIn = (language: string) =>
  globSync(`shared/src/{features,text}/**/${language}.json`, { cwd: ROOT });

function load(language: string): Texts {
  const texts: Texts = {};
  for (const file of filesIn(language)) {
    texts[namespaceOf(file)] = JSON.parse(readFileSync(`${ROOT}/${file}`, 'utf8')) as Texts[string];
  }
  return texts;
}

const sources = globSync(['desktop/src/**/*.{ts,tsx}', 'server/src/**/*.ts', 'shared/src/**/*.ts'], {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules') || path.includes('.test.'),
}).map((file) => readFileSync(`${ROOT}/${file}`, 'utf8'));

const languages = Object.fromEntries(LANGUAGES.map((language) => [language, load(language)]));

const problems = findProblems({
  languages,
  reference: 'pt',
  sources,
  features: Object.fromEntries(FEATURE_ENTRIES),
  notKeys: Object.keys(ACTIONS),
  typedNamespaces: [
    'host',
    'shell',
    'reset',
    'passkey',
    'invitation',
    'automatic',
    'invoiceReminders',
    'invoiceLinks',
    'privacyPage',
    'visitor',
    'chatScript',
    'helpPage',
    'unsubscribe',
    'conversationDocument',
    'exportDocument',
    'reportMail',
  ],
  sameWords: JSON.parse(readFileSync(new URL('i18n-same-words.json', import.meta.url), 'utf8')) as Record<
    string,
    string[]
  >,
});

const besideTypes = (file: string) => `./${relative('shared/src', file)}`;
const types = textTypes(filesIn('pt').map(besideTypes));
if (process.argv.includes('--update')) writeFileSync(TYPES, types);
else if (types !== readFileSync(TYPES, 'utf8'))
  problems.push('another namespace than the compiler knows: run `pnpm i18n --update`');

for (const problem of problems) process.stdout.write(`${problem}\n`);
if (problems.some((problem) => problem.includes('not translated')))
  process.stdout.write('A word that two languages share belongs into .scripts/i18n-same-words.json.\n');
process.stdout.write(
  problems.length === 0 ? 'All texts are complete in pt, en and es.\n' : `${problems.length} problems\n`,
);
process.exit(problems.length === 0 ? 0 : 1);
