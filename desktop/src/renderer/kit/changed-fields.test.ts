import { expect, it } from 'vitest';
import { changedFields } from './changed-fields.ts';

it('sends only what was edited, lists by what they hold', () => {
  const before = { name: 'Ana', queueIds: [1, 2], whatsappId: 4, dueDate: '2026-05-10', status: true };
  const after = { name: 'Ana', queueIds: [1, 2], whatsappId: null, dueDate: '2026-05-11', status: true };
  expect(changedFields(after, before)).toEqual({ whatsappId: null, dueDate: '2026-05-11' });
  expect(changedFields({ queueIds: [2] }, before)).toEqual({ queueIds: [2] });
});
