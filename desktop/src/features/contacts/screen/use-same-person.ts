import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';

/**
 * Tells what is of this person from what is not, as soon as a link is made or gone: what the server has answered before
 * knows it a moment later.
 */
export function useSamePerson(contactId: number): (what: { contactId: number }) => boolean {
  const { data: linked } = useBridgeQuery('contacts.linked', { id: contactId });
  return (what) => !linked || what.contactId === contactId || linked.some(({ id }) => id === what.contactId);
}
