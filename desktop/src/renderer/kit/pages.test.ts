import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { IconPuzzle } from '@tabler/icons-react';
import { expect, it } from 'vitest';
import { isBeyondPlan, isRefusedTo, isShownTo, type PageEntry } from './pages.ts';

const page: PageEntry = {
  title: 'queueIntegrations:title',
  group: 'administration',
  path: '/queue-integration',
  icon: IconPuzzle,
  requires: ['integrations:manage'],
  plan: 'useIntegrations',
  render: () => null,
};
const user = (profile: string, useIntegrations: boolean) =>
  ({ profile, super: false, company: { plan: { useIntegrations } } }) as SessionUser;

it('says that the plan lacks a page to those alone whom nothing else keeps from it', () => {
  const told = (profile: string, isInPlan: boolean) => [
    isShownTo(user(profile, isInPlan), page),
    isBeyondPlan(user(profile, isInPlan), page),
  ];
  expect(told('admin', true)).toEqual([true, false]);
  expect(told('admin', false)).toEqual([false, true]);
  expect(told('user', true)).toEqual([false, false]);
  expect(told('user', false)).toEqual([false, false]);
});

it('says of a page of operators that it is not for the company, where the page wants that', () => {
  const { plan: _, ...own } = page;
  const told = { ...own, requires: ['announcements:manage'], tellsOthers: true } satisfies PageEntry;
  const operator = { ...user('admin', true), super: true };
  expect([user('admin', true), operator].map((one) => isRefusedTo(one, told))).toEqual([true, false]);
});
