import { expect, test } from 'vitest';
import type { Draft } from './bridge.ts';
import { joinedDraft, joinedText } from './draft-join.ts';

test.each([
  ['Oi', 'Oi', 'Oi, Ana', 'Oi, Ana'],
  ['Oi', 'Oi, Ana', 'Oi', 'Oi, Ana'],
  ['', 'bom dia', 'Oi', 'Oi\nbom dia'],
  ['Bom dia', 'Bom dia, Ana', 'Oi\nBom dia', 'Oi\nBom dia, Ana'],
  ['Bom dia', 'Bom dia aqui', 'Bom dia lá', 'Bom dia lá aqui'],
  ['Bom dia', 'Boa tarde', 'Boa noite', 'Boa tarde\nBoa noite'],
  ['Bom dia', '', 'Bom dia, Ana', 'Bom dia, Ana'],
  ['Bom dia', 'Bom dia, Ana', '', 'Bom dia, Ana'],
  ['👍', '👍🏽', '👍 sim', '👍🏽 sim'],
])('of %j, here %j and there %j becomes %j', (base, mine, theirs, joined) => {
  expect(joinedText(base, mine, theirs)).toBe(joined);
});

const file = (mediaId: string, caption = ''): Draft['files'][number] => ({
  mediaId,
  caption,
  name: '',
  mime: '',
  size: 1,
  seconds: null,
  waveform: null,
  url: '',
});
const draft = (files: Draft['files'], patch: Partial<Draft> = {}): Draft => ({
  body: '',
  note: '',
  mode: 'message',
  quotedMsgId: null,
  mail: null,
  files,
  ...patch,
});

test('files that came, went, moved or got a caption in either window do so in both', () => {
  const base = draft([file('a'), file('b'), file('c')]);
  const mine = draft([file('c'), file('b', 'minha'), file('a'), file('d')]);
  const theirs = draft([file('a', 'deles'), file('b'), file('e')]);
  expect(joinedDraft(base, mine, theirs).files).toEqual([
    file('e'),
    file('b', 'minha'),
    file('a', 'deles'),
    file('d'),
  ]);
});

test('a message to answer is picked or dropped in either window; which text is open is each one’s own', () => {
  const base = draft([], { quotedMsgId: 'm1' });
  const joined = (mine: string | null, theirs: string | null) =>
    joinedDraft(
      base,
      draft([], { quotedMsgId: mine, mode: 'note' }),
      draft([], { quotedMsgId: theirs, mode: 'message' }),
    );
  expect([joined('m1', null), joined('m2', 'm1'), joined('m2', 'm3')]).toMatchObject([
    { quotedMsgId: null, mode: 'note' },
    { quotedMsgId: 'm2' },
    { quotedMsgId: 'm2' },
  ]);
});

test('subject and copies that one window has changed stay changed', () => {
  const mail = { subject: 'Re: Pedido', cc: '', bcc: '' };
  const joined = (mine: Draft['mail'], theirs: Draft['mail']) =>
    joinedDraft(draft([]), draft([], { mail: mine }), draft([], { mail: theirs })).mail;
  expect([joined(mail, null), joined(null, mail)]).toEqual([mail, mail]);
});
