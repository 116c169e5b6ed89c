import { expect, it } from 'vitest';
import { findProblems, type I18nInput } from '../i18n-problems.ts';

const texts = (more: Record<string, string> = {}) => ({ common: { save: 'Salvar', ...more } });

function check(
  languages: Record<string, ReturnType<typeof texts>>,
  sources: string[],
  features: I18nInput['features'] = {},
) {
  return findProblems({
    languages,
    reference: 'pt',
    sources,
    features,
    notKeys: ['common:act'],
    typedNamespaces: [],
    sameWords: { en: ['WhatsApp'] },
  });
}

it('finds nothing in complete texts', () => {
  const languages = {
    pt: {
      common: {
        save: 'Salvar',
        brand: 'WhatsApp',
        n_one: '{{count}} item',
        n_many: '{{count}} itens',
        n_other: '{{count}} itens',
      },
    },
    en: {
      common: { save: 'Save', brand: 'WhatsApp', n_one: '{{count}} thing', n_other: '{{count}} things' },
    },
  };
  expect(
    check(languages as never, ["t('common:save'); t('common:brand'); t('common:n', { count })"]),
  ).toEqual([]);
});

it('finds a text that a language lacks, one too many, an empty one and one that was not translated', () => {
  expect(
    check({ pt: texts({ open: 'Abrir', cut: 'Cortar' }), en: texts({ open: '', extra: 'Extra' }) }, [
      "t('common:save') t('common:open') t('common:cut')",
    ]),
  ).toEqual([
    'en: missing common:cut',
    'en: common:extra is in no other language',
    'en: not translated common:save ("Salvar")',
    'en: empty common:open',
  ]);
});

it('finds other placeholders and missing plural forms', () => {
  const pt = { common: { hi: 'Oi {{name}}', n_one: '{{count}} item', n_other: '{{count}} itens' } };
  const en = { common: { hi: 'Hi {{nome}}', n_one: '{{count}} thing', n_other: '{{count}} things' } };
  expect(check({ pt, en } as never, ["t('common:hi') t('common:n')"])).toEqual([
    'pt: missing common:n_many',
    'en: other placeholders in common:hi',
  ]);
});

it('finds keys that the code uses and no language has, and keys that nothing uses', () => {
  expect(
    check({ pt: texts() }, ["t('common:close')"], {
      common: { errors: { ERR_LOST: {} }, logged: ['sail'], commands: { 'sail.set': {} } },
    }),
  ).toEqual([
    'code uses common:errors.ERR_LOST, which no language has',
    'code uses common:nouns.sail, which no language has',
    'code uses common:commands.sail.set, which no language has',
    'code uses common:refusals.sail.set, which no language has',
    'code uses common:close, which no language has',
    'nothing uses common:save',
  ]);
  expect(check({ pt: texts() }, [`t(\`common:sa\${rest}\`) can('common:act')`])).toEqual([]);
  expect(check({ pt: texts() }, [`t('common:save') t(\`common:x.\${rest}\`)`])).toContain(
    'code uses common:x.…, which no language has',
  );
});

it('finds a short text that Spanish shares with Portuguese by neglect, not by chance', () => {
  const languages = { pt: texts(), es: texts() };
  const input = { languages, reference: 'pt', sources: ["t('common:save')"], features: {}, notKeys: [] };
  const found = (es: string[]) => findProblems({ ...input, typedNamespaces: [], sameWords: { es } });
  expect(found([])).toEqual(['es: not translated common:save ("Salvar")']);
  expect(found(['Salvar'])).toEqual([]);
});

it('finds a key without its namespace, or with one that does not exist', () => {
  expect(
    check({ pt: texts() }, ["t('common:save') t('save') t('comon:save') <Trans i18nKey=\"save.all\" />"]),
  ).toEqual([
    'code uses save, which begins with no namespace',
    'code uses comon:save, which begins with no namespace',
    'code uses save.all, which begins with no namespace',
  ]);
});

it('finds what two features declare: it is looked up by its name alone', () => {
  const pt = {
    common: { errors: { ERR_A: 'Um' } },
    tags: { errors: { ERR_A: 'Dois' }, nouns: { tag: 'etiqueta' } },
  };
  const features = {
    common: { errors: { ERR_A: {} }, logged: [] },
    tags: { errors: { ERR_A: {} }, logged: ['tag'] },
  };
  expect(check({ pt } as never, [], features)).toEqual(['two features declare ERR_A']);
});
