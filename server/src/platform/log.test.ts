import { expect, it } from 'vitest';
import { createLog } from './log.ts';

it('writes no secret, and of an error nothing that could be a row', () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) });
  const database = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    constraint_name: 'contacts_number_key',
    detail: 'Key (number)=(5511canary) already exists.',
    parameters: ['canary body'],
  });
  log.error({ err: database }, 'failed');
  log.info({ password: 'canary', request: { token: 'canary', headers: { authorization: 'canary' } } });
  const text = lines.join('');
  expect(text).toContain('contacts_number_key');
  expect(text).not.toContain('canary');
});
