import { phoneKey } from '@balcao/shared/domain/phone.ts';
import type { ChatAddress, Identity } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';

/** A contact as far as sending to it goes. */
export interface Recipient {
  isGroup: boolean;
  /** As the provider spells it, which its key may not be. */
  number: string;
  identities: Identity[];
}

/** Columns of a `Recipient`, of contacts `c`. */
export function recipientColumns(tx: Tx) {
  return tx`c.is_group, c.number,
    (select coalesce(json_agg(json_build_object('kind', i.kind, 'value', i.value) order by i.kind, i.value), '[]')
      from contact_identities i where i.company_id = c.company_id and i.contact_id = c.id) as identities`;
}

/** LIDs before numbers, the contact's own one first; null when it has no name that a provider would know. */
export function addressOf({ isGroup, number, identities }: Recipient): ChatAddress | null {
  const named = (kind: Identity['kind']) => identities.filter((identity) => identity.kind === kind);
  const own: Identity[] = number ? [{ kind: 'phone', value: number }] : [];
  const phones = named('phone').filter(({ value }) => !number || value !== phoneKey(number));
  const [first, ...others] = isGroup ? named('group') : [...named('lid'), ...own, ...phones];
  return first ? { kind: isGroup ? 'group' : 'direct', identities: [first, ...others] } : null;
}
