import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Route, Router, useParams } from 'wouter';
import { readSubject, subjectPath } from './subject-path.ts';

/** Shows what a page gets of its path, with nothing that markup would write otherwise. */
const Page = () => encodeURIComponent(useParams<{ detail: string }>().detail);

const PAGE = createElement(Route, { path: '/data-subjects/:detail?' }, createElement(Page));

function routed(path: string): string {
  const hook = (): [string, () => void] => [path, () => undefined];
  const props = { hook, children: PAGE };
  return decodeURIComponent(renderToStaticMarkup(createElement(Router, props)));
}

it('leads back to whom it names through the router, whatever an address is made of', () => {
  const addresses = ['ana:shop@x.com', 'a/b@x.com', '50%25/é?#&+@x.com', '"a b"@x.com', '5511987654321'];
  for (const number of addresses)
    expect(readSubject(routed(subjectPath(`number:${number}`)))).toEqual({ number });
  expect(readSubject(routed(subjectPath('contact:12')))).toEqual({ contactId: 12 });
});

it('reads what somebody has typed', () => {
  expect(readSubject('number:ana@x.com')).toEqual({ number: 'ana@x.com' });
  expect(readSubject('number:50%@x.com')).toEqual({ number: '50%@x.com' });
});
