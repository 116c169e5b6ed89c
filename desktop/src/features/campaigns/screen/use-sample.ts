import { listContactListItems } from '@balcao/shared/features/contact-lists/items.ts';
import { useState } from 'react';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';

export interface Sample {
  /** Null while there is none. */
  person: { name: string; number: string; email: string } | null;
  /** Shows the text to another one; null where there is no other. */
  next: (() => void) | null;
}

/** One of the list who lends name and number, so that one sees what people will read. */
export function useSample(contactListId: string): Sample {
  const [turn, setTurn] = useState(0);
  const { data } = useApiQuery(
    listContactListItems,
    { query: { contactListId: Number(contactListId) } },
    { enabled: contactListId !== '' },
  );
  const people = contactListId === '' ? [] : (data?.contacts ?? []);
  const person = people[turn % Math.max(people.length, 1)] ?? null;
  return { person, next: people.length > 1 ? () => setTurn(turn + 1) : null };
}
