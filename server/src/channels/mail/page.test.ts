import { expect, it } from 'vitest';
import { INJECTIONS } from '../../../test/injections.ts';
import { pageOf } from './page.ts';

/** What is left of the HTML of a mail. Nothing here is more than what mail programs write every day. */

const FILES = [{ cid: '' }, { cid: 'logo@programa.test' }];
const pageFor = (html: string) => pageOf(`${html}<h1>Oferta</h1>`, FILES);
const cleaned = (html: string) => pageFor(html)?.html.replace('<h1>Oferta</h1>', '');

it.each([
  ['a script', '<script>document.title = 1</script>oi', 'oi'],
  ['what runs when something happens', '<p onclick="go()">oi</p>', '<p>oi</p>'],
  ['a form', '<form action="https://site.test"><input name="senha">oi</form>', 'oi'],
  ['a frame', '<iframe src="https://site.test"></iframe>oi', 'oi'],
  [
    'a style sheet',
    '<style>p { color: red }</style><link rel="stylesheet" href="https://site.test/a.css">oi',
    'oi',
  ],
  ['names that styles and scripts go by', '<p id="root" class="x">oi</p>', '<p>oi</p>'],
  ['where links lead by themselves', '<base href="https://site.test"><meta http-equiv="refresh">oi', 'oi'],
  [
    'a link of a scheme that runs',
    '<a href="javascript:go()">oi</a>',
    '<a target="_blank" rel="noopener noreferrer">oi</a>',
  ],
  [
    'an address in a style',
    '<p style="color:red;background:url(https://site.test/p.gif)">oi</p>',
    '<p data-style="color:red">oi</p>',
  ],
  ['a place over others', '<p style="position:fixed;color:red">oi</p>', '<p data-style="color:red">oi</p>'],
  ['a drawing that may hold a script', '<svg><circle r="1"></circle></svg>oi', 'oi'],
  ['a dot that counts readers', '<img src="https://site.test/p.gif" width="1" height="1">oi', 'oi'],
])('%s is not kept', (_what, html, left) => {
  expect(cleaned(html)).toBe(left);
});

it('what strangers have made pages execute is words, or not there', () => {
  for (const text of INJECTIONS)
    for (const html of [
      text,
      `<p title="${text}">oi</p>`,
      `<a href="${text}">oi</a>`,
      `<p style="${text}">oi</p>`,
    ])
      for (const [tag = ''] of cleaned(html)?.matchAll(/<[^>]*>?/g) ?? []) {
        expect(tag, html).toMatch(/^<\/?(?:p|a|b|div|img|br)\b[^<>]*>$/);
        expect(tag.replaceAll(/"[^"]*"/g, '""'), html).not.toMatch(
          /\s(?:on\w+|src|srcdoc|style|action)\s*=/i,
        );
        const link = URL.parse(/href="([^"]*)"/.exec(tag)?.[1] ?? '', 'https://balcao.test');
        expect(link?.protocol ?? 'https:', html).toMatch(/^(?:https?|mailto|tel):$/);
      }
});

it('words of a mail stay words, also where they look like markup', () => {
  expect(cleaned('<p>1 &lt; 2 e style="a"</p>')).toBe('<p>1 &lt; 2 e style="a"</p>');
});

it('what makes a page stays: links apart, tables, colours', () => {
  const html =
    '<table width="600" bgcolor="#eee"><tr><td style="color:#123456;padding:4px"><a href="https://loja.test/a?b=1">Ver</a></td></tr></table>';
  expect(cleaned(html)).toBe(
    '<table width="600" bgcolor="#eee"><tr><td data-style="color:#123456;padding:4px"><a href="https://loja.test/a?b=1" target="_blank" rel="noopener noreferrer">Ver</a></td></tr></table>',
  );
});

it('no address of a picture is left: its own are numbers of files, others stand apart, once each', () => {
  const outside = 'https://site.test/a.png?quem=1';
  const page = pageFor(
    `<img src="cid:logo@programa.test" alt="Logo"><img src="${outside}"><img src="${outside}" width="200"><img src="file:///a.png" alt="x">`,
  );
  expect(page).toEqual({
    html: '<img alt="Logo" data-file="2" /><img data-picture="1" /><img width="200" data-picture="1" /><img alt="x" /><h1>Oferta</h1>',
    pictures: [outside],
  });
});

it('a mail of words alone has no page', () => {
  expect(
    pageOf('<div dir="ltr">Quero dois.<br></div><div><a href="https://loja.test">loja</a></div>', []),
  ).toBeNull();
});

it('the longest and the deepest end', () => {
  const deep = pageFor('<div>'.repeat(30_000));
  expect(deep === null || deep.html.length < 1_000_000).toBe(true);
  expect(pageFor('x'.repeat(1_000_000))).toBeNull();
});
