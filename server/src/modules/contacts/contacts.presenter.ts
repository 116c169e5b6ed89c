import type { ContactView } from '@balcao/shared/features/contacts/calls.ts';
import type { ContactRecord } from './contacts.repo.ts';

export function presentContact({ nameEdited: _, createdAt, ...contact }: ContactRecord): ContactView {
  return { ...contact, createdAt: createdAt.toISOString() };
}
