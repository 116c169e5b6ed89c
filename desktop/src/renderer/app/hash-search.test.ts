import { expect, test } from 'vitest';
import { searchBeforeHash } from './hash-search.ts';

test.each([
  ['http://127.0.0.1:7420/#/signup?companyId=3', 'http://127.0.0.1:7420/?companyId=3#/signup'],
  [
    'http://127.0.0.1:7420/?a=1#/signup?companyId=3&x=y',
    'http://127.0.0.1:7420/?a=1&companyId=3&x=y#/signup',
  ],
  ['balcao://app/#/signup?companyId=3', 'balcao://app/?companyId=3#/signup'],
  ['http://127.0.0.1:7420/?companyId=3#/signup', null],
  ['http://127.0.0.1:7420/#/tickets', null],
  ['http://127.0.0.1:7420/', null],
])('%s', (address, moved) => {
  expect(searchBeforeHash(address)).toBe(moved);
});
