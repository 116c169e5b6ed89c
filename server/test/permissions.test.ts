import { readFileSync } from 'node:fs';
import { PROFILES, type Role } from '@balcao/shared/contract/roles.ts';
import { SETTING_KEYS, settingRule } from '@balcao/shared/features/settings/rules.ts';
import { ACTIONS, type Action } from '@balcao/shared/permissions.ts';
import { expect, it } from 'vitest';

/** The README shows people who may do what; `permissions.ts` decides it. */
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const section = readme.split('## Who may do what')[1]?.split('\n## ')[0] ?? '';
const COLUMNS: readonly Role[] = ['admin', 'supervisor', 'super'];

it('the README shows the matrix as it is', () => {
  const shown = [...section.matchAll(/^\| `([\w:-]+)` +\|[^|]+\|([^|]*)\|([^|]*)\|([^|]*)\|$/gm)].map(
    ([, action, ...marks]) => [action, COLUMNS.filter((_, at) => marks[at]?.trim() === '✓')],
  );
  expect(shown).toEqual(
    (Object.keys(ACTIONS) as Action[]).map((action) => [
      action,
      COLUMNS.filter((role) => (ACTIONS[action] as readonly Role[]).includes(role)),
    ]),
  );
  // An agent's column would be empty: what is in no row is everybody's.
  expect(PROFILES.filter((profile) => !COLUMNS.includes(profile))).toEqual(['user']);
  expect(Object.values(ACTIONS).flat()).not.toContain('user');
});

it('the README names the options that supervisors set, and those that nobody else sees', () => {
  const named = (start: string) =>
    [
      ...(section
        .split(start)[1]
        ?.split('\n\n')[0]
        ?.matchAll(/`(\w+)`/g) ?? []),
    ].map(([, key]) => key);
  const keys = (part: 'service' | 'provider') => SETTING_KEYS.filter((key) => settingRule(key)[part]);
  expect(named('Supervisors set these options:')).toEqual(keys('service'));
  expect(named('Admins alone see and set:')).toEqual(keys('provider'));
});
