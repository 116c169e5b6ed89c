import { fold } from '@balcao/shared/text/fold.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { findTrigger } from './completion.ts';
import { type Emoji, type EmojiGroup, emojiGroups, searchEmoji, withTone } from './emoji/emoji.ts';
import { best } from './fuzzy.ts';
import { MARKS, movedPlace, toggleMark } from './text-marks.ts';
import { replyBeingTyped } from './typed-reply.ts';
import { mailOf, messagesOf } from './use-sending.ts';
import { waveformOf } from './voice/recorded-waveform.ts';

/** `[` and `]` enclose the selection. */
function marked(text: string, mark: string): string {
  const from = text.indexOf('[');
  const to = text.indexOf(']') - 1;
  const bare = text.replace(/[[\]]/g, '');
  const edit = toggleMark(bare, from, to, mark);
  const after = bare.slice(0, edit.from) + edit.insert + bare.slice(edit.to);
  return `${after.slice(0, edit.selectFrom)}[${after.slice(edit.selectFrom, edit.selectTo)}]${after.slice(edit.selectTo)}`;
}

describe('a mark', () => {
  const cases: [string, string, string][] = [
    ['[]', '*', '*[]*'],
    ['sai [hoje] cedo', '*', 'sai *[hoje]* cedo'],
    ['sai *[hoje]* cedo', '*', 'sai [hoje] cedo'],
    ['sai [*hoje*] cedo', '*', 'sai [hoje] cedo'],
    ['[ hoje ]', '_', '[ _hoje_ ]'],
    ['[um\n\ndois]', '~', '[~um~\n\n~dois~]'],
    ['[um\ndois]', '```', '[```um\ndois```]'],
  ];
  test.each(cases)('%s with %s', (text, mark, result) => {
    expect(marked(text, mark)).toBe(result);
  });

  test('twice is as before, for each', () => {
    for (const { mark } of MARKS) expect(marked(marked('um [dois] três', mark), mark)).toBe('um [dois] três');
  });
});

test('whoever writes goes on in the same place when the text changes elsewhere', () => {
  const places = (before: string, after: string, ...at: number[]) =>
    at.map((place) => movedPlace(before, after, place));
  expect([
    places('fim', 'começo\nfim', 0, 3),
    places('um três', 'um dois três', 1, 7),
    places('um dois três', 'um três', 1, 5, 12),
    places('', 'Bom dia', 0),
  ]).toEqual([[7, 10], [1, 12], [1, 3, 7], [7]]);
});

test('a reply is offered to who begins it or says all of its words, and to nobody else', () => {
  const replies = [
    'Maria, atendemos das 9 às 18.',
    'O pedido já saiu para entrega e chega hoje até as 18 horas, no endereço de sempre.',
  ].map((text) => ({ reply: text, folded: fold(text) }));
  const offered = (text: string) => replyBeingTyped(replies, text)?.slice(0, 8) ?? null;
  expect(
    [
      'maria, at',
      'Mari',
      ' O PEDIDO JA',
      'maria, atendemos das 9 as 18.',
      'Maria, atendemos das 9 às 18. Obrigado',
      'o pedido chegou ontem',
      'chega hoje o pedido',
      'o pedido saiu para entrega e chega hoje no endereço de sempre',
      'entrega, pedido',
      '',
    ].map(offered),
  ).toEqual(['Maria, a', null, 'O pedido', null, null, null, 'O pedido', null, null, null]);
});

test('words ask for suggestions only where somebody means it', () => {
  const asks = (text: string) => {
    const found = findTrigger(text, text.length);
    return found && `${found.kind} ${found.query} ${found.from}`;
  };
  expect(
    [
      '/',
      '/hor',
      'oi /hor',
      'oi\n/hor',
      '/bom dia',
      'oi /bom dia a',
      '/ 2',
      '/a/b /bom',
      '/bom :cora',
      'a/b',
      'http://x',
      '10:30',
      ':c',
      ':cor',
      'oi :cora',
      'oi {{',
      '({{Data de ent',
      '{{name}}',
      '@',
      'oi @Ana So',
      '@Ana ',
      'ana@loja',
    ].map(asks),
  ).toEqual([
    'quick  0',
    'quick hor 0',
    'quick hor 3',
    'quick hor 3',
    'quick bom dia 0',
    'quick bom dia a 3',
    null,
    'quick bom 5',
    'emoji cora 5',
    null,
    null,
    null,
    null,
    'emoji cor 0',
    'emoji cora 3',
    'variable  3',
    'variable Data de ent 1',
    null,
    'mention  0',
    'mention Ana So 3',
    null,
    null,
  ]);
});

test('the shortcode counts more than the text, whole words more than pieces, accents nothing', () => {
  const items = [
    'entrega|Amanhã',
    'horario|Atendemos até às 18h',
    'frete|O horário da entrega',
    'hora-extra|x',
  ];
  const find = (query: string) =>
    best(items, query, (item) => item.split('|'), 3).map((item) => item.split('|')[0]);
  expect(find('horario')).toEqual(['horario', 'frete']);
  expect(find('HORÁ')).toEqual(['horario', 'hora-extra', 'frete']);
  expect(find('hrr')).toEqual(['horario', 'hora-extra']);
  expect(find('zzz')).toEqual([]);
});

test('the text is the caption of a file that has none and can have one, else it goes first', () => {
  const image = { mediaId: 'i', mime: 'image/png', caption: '' };
  const voice = { mediaId: 'v', mime: 'audio/ogg; codecs=opus', caption: '' };
  const titled = { mediaId: 't', mime: 'application/pdf', caption: ' o título ' };
  expect(messagesOf('oi', [])).toEqual([{ body: 'oi', mediaId: null }]);
  expect(messagesOf('oi', [titled, image, { ...image, mediaId: 'j' }])).toEqual([
    { body: 'o título', mediaId: 't' },
    { body: 'oi', mediaId: 'i' },
    { body: '', mediaId: 'j' },
  ]);
  expect(messagesOf('oi', [voice])).toEqual([
    { body: 'oi', mediaId: null },
    { body: '', mediaId: 'v' },
  ]);
  expect(messagesOf('', [voice])).toEqual([{ body: '', mediaId: 'v' }]);
});

test('64 bars draw any recording', () => {
  for (const count of [0, 1, 63, 64, 65, 4_000]) {
    const bars = waveformOf(Array.from({ length: count }, (_, index) => (index % 10) / 40));
    expect(bars).toHaveLength(64);
    expect(bars.every((bar) => Number.isInteger(bar) && bar >= 0 && bar <= 100)).toBe(true);
    if (count > 10) expect(Math.max(...bars)).toBe(100);
  }
});

describe('emoji', () => {
  let groups: EmojiGroup[];
  let all: Emoji[];
  beforeAll(async () => {
    groups = await emojiGroups('pt');
    all = groups.flatMap(({ emoji }) => emoji);
  });

  test('each is one of the standard, in every tone, once, with a name in each language', async () => {
    const isStandard = (char: string) => /^\p{RGI_Emoji}$/v.test(char);
    expect(all.filter(({ char }) => !isStandard(char))).toEqual([]);
    expect(
      all.flatMap((one) => [1, 3, 5].map((tone) => withTone(one, tone))).filter((char) => !isStandard(char)),
    ).toEqual([]);
    expect(new Set(all.map(({ char }) => char)).size).toBe(all.length);
    for (const language of ['pt', 'en', 'es'] as const)
      expect((await emojiGroups(language)).flatMap(({ emoji }) => emoji.filter(({ name }) => !name))).toEqual(
        [],
      );
    expect(all.length).toBeGreaterThan(1_800);
  });

  test('are found by name in every language, without accents', () => {
    const first = (query: string) => searchEmoji(groups, query, 8).map(({ char }) => char);
    expect(first('coracao_vermelho')[0]).toBe('❤️');
    expect(first('thumbs up')[0]).toBe('👍');
    expect(first('cumpleaños')).toContain('🎂');
    expect(first('brasil')).toContain('🇧🇷');
    expect(first('parabens')).toContain('🎉');
  });
});

test('a mail takes its files along, and leaves with the last of its messages', () => {
  const files = [
    { mediaId: 'a', mime: 'image/png', caption: ' a frente ' },
    { mediaId: 'b', mime: 'audio/ogg', caption: '' },
  ];
  const said = [
    { mediaId: 'a', body: 'a frente' },
    { mediaId: 'b', body: '' },
  ];
  expect(mailOf('', files)).toEqual(said);
  expect(mailOf('Seguem', files)).toEqual([...said, { mediaId: null, body: 'Seguem' }]);
});
