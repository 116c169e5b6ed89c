import type { Finding } from '@balcao/shared/features/system/findings.ts';
import { expect, it } from 'vitest';
import { findingsOfAll } from './gather-system.ts';

const found = (name: Finding['name']): Finding => ({ name, facts: {} });

it('says which database lacks what each must have, and once what all of them share', () => {
  const first = [found('backupsGood'), found('jobsDone'), found('diskLow')];
  const second = [found('backupsMissing'), found('jobsDone'), found('diskFull')];
  expect(
    findingsOfAll([
      ['db1', first],
      ['db2', second],
    ]),
  ).toEqual([{ ...found('backupsMissing'), database: 'db2' }, found('jobsDone'), found('diskLow')]);
  expect(
    findingsOfAll([
      ['db1', [found('backupsNone')]],
      ['db2', [found('backupsNone')]],
    ]),
  ).toEqual([found('backupsNone')]);
  expect(findingsOfAll([['db1', [found('backupsMissing')]]])).toEqual([found('backupsMissing')]);
});
