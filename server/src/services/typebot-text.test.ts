import { describe, expect, it } from 'vitest';
import { typebotText } from './typebot-text.ts';

const p = (...children: unknown[]) => ({ type: 'p', children });
const t = (text: string, marks: object = {}) => ({ text, ...marks });
const bold = { bold: true };
const li = (...children: unknown[]) => ({ type: 'li', children });
const lic = (text: string) => ({ type: 'lic', children: [t(text)] });

describe('rich text', () => {
  it.each([
    ['lines, and an empty one', [p(t('Olá')), p(t('')), p(t('tudo bem?'))], 'Olá\n\ntudo bem?'],
    [
      'each mark',
      [p(t('a', bold), t(' '), t('b', { italic: true }), t(' '), t('c', { strikethrough: true }))],
      '*a* _b_ ~c~',
    ],
    ['code, which shows every sign', [p(t('x*y', { code: true, bold: true }))], '```x*y```'],
    ['what is underlined, plainly', [p(t('importante', { underline: true }))], 'importante'],
    ['marks inside each other', [p(t('a ', bold), t('b', { bold: true, italic: true }))], '*a* *_b_*'],
    ['spaces outside the marks', [p(t('Preço: ', bold), t('10'))], '*Preço:* 10'],
    ['a mark of spaces alone', [p(t('a'), t('  ', bold), t('b'))], 'a  b'],
    ['neighbours with one look as one', [p(t('a', bold), t('b', bold))], '*ab*'],
    ['a mark that reaches over lines', [p(t('um\ndois', bold))], '*um*\n*dois*'],
    ['no sign inside a word', [p(t('foto'), t('grafia', bold))], 'fotografia'],
    [
      'a link',
      [p(t('Veja '), { type: 'a', url: 'https://x.com/a', children: [t('aqui', bold)] }, t('.'))],
      'Veja *aqui* (https://x.com/a).',
    ],
    [
      'a link whose words repeat it',
      [p({ type: 'a', url: 'https://x.com/', children: [t('x.com')] })],
      'https://x.com/',
    ],
    [
      'a link without words',
      [p(t(''), { type: 'a', url: 'mailto:oi@x.com', children: [t('')] }, t(''))],
      'oi@x.com',
    ],
    [
      'what a variable brings, in its line',
      [p(t('Olá '), { type: 'inline-variable', children: [p(t('Ana', bold))] }, t('!'))],
      'Olá *Ana*!',
    ],
    [
      'several lines of a variable',
      [p(t('Itens: '), { type: 'inline-variable', children: [p(t('a')), p(t('b'))] }, t('.'))],
      'Itens: a\nb.',
    ],
    [
      'lists in lists',
      [
        {
          type: 'ul',
          children: [li(lic('a'), { type: 'ol', children: [li(lic('b')), li(lic('c'))] }), li(lic('d'))],
        },
        p(t('fim')),
      ],
      '- a\n  1. b\n  2. c\n- d\nfim',
    ],
    ['headings', [{ type: 'h2', children: [t('Planos')] }], '*Planos*'],
    ['quotes', [{ type: 'blockquote', children: [p(t('a')), p(t('b'))] }], '> a\n> b'],
    [
      'elements that nobody knows',
      [{ type: 'new', children: [{ type: 'newer', children: [t('a', bold)] }] }],
      '*a*',
    ],
    ['nothing for what is no node', [null, 'x', { type: 'p' }, { type: 'p', children: 'x' }, p(t('a'))], 'a'],
  ])('writes %s', (_what, richText, text) => {
    expect(typebotText({ type: 'richText', richText })).toBe(text);
  });

  it('reads any depth, and survives what is deeper than a stack', () => {
    const nested = (levels: number) =>
      JSON.parse(`${'{"type":"p","children":['.repeat(levels)}{"text":"a"}${']}'.repeat(levels)}`);
    expect(typebotText({ richText: [nested(100)] })).toBe('a');
    expect(typebotText({ richText: [nested(40_000)] })).toBe('');
  });

  it.each([[null], ['a'], [{}], [{ type: 'richText', richText: [] }]])('says nothing for %j', (content) => {
    expect(typebotText(content)).toBe('');
  });

  it('takes the plain text of viewers that write no other', () => {
    expect(typebotText({ html: '<b>a</b>', plainText: 'a' })).toBe('a');
  });
});

describe('CommonMark', () => {
  it.each([
    ['**a** __b__ *c* _d_ ~~e~~ `f`', '*a* *b* _c_ _d_ ~e~ ```f```'],
    ['***a***', '*_a_*'],
    ['**a *b* c**', '*a* *_b_* *c*'],
    ['**um\ndois**', '*um*\n*dois*'],
    [
      '[aqui](https://x.com/a_b_c "título") e [https://x.com](https://x.com)',
      'aqui (https://x.com/a_b_c) e https://x.com',
    ],
    ['[wiki](https://x.com/a_(b))', 'wiki (https://x.com/a_(b))'],
    ['![foto](https://x.com/a.png) <https://x.com>', 'foto (https://x.com/a.png) https://x.com'],
    ['\\*a\\* 2 * 3 * 4 a_b_c', '*a* 2 * 3 * 4 a_b_c'],
    ['`**a**` &amp; R&amp;D &lt;b&gt;', '```**a**``` & R&D <b>'],
    ['# Planos\n\ntexto  \noutro\\\nfim', '*Planos*\n\ntexto\noutro\nfim'],
    ['* a\n  + **b**\n\n2) c\n> *d*', '- a\n  - *b*\n\n2) c\n> _d_'],
    ['a\n\n---\n\nb', 'a\n\n\n\nb'],
    ['antes\n```ts\n**x** # y\n```\ndepois', 'antes\n```\n**x** # y\n```\ndepois'],
    ['```\na', '```\na\n```'],
    ['**a', '**a'],
  ])('%j is %j', (markdown, text) => {
    expect(typebotText({ type: 'markdown', markdown })).toBe(text);
  });

  it.each(['**a', '_a ', '[', '![a](', '`', '~~a', '<http://', '*', '\\', '> ', ' ', '- '])(
    'is not slowed down by %j without an end',
    (sign) => {
      for (const begin of ['', 'x', '# '])
        expect(typebotText({ type: 'markdown', markdown: `${begin}${sign.repeat(6_000)}x` }).length).not.toBe(
          0,
        );
    },
  );
});
