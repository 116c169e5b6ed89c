import type { IdentityKind } from '@balcao/shared/features/connections/channel.ts';
import { phoneKey } from '@balcao/shared/phone/digits.ts';
import type { ChatAddress, Identity } from '../channels/channel.ts';
import type { Tx } from '../platform/db/client.ts';

/** A contact as far as sending to it goes. */
export interface Recipient {
  isGroup: boolean;
  /** The number as the provider spells it, which its key may not be. */
  number: string;
  /** The address of e-mail that people have written down. */
  email: string;
  identities: Identity[];
}

/** Columns of a `Recipient`, of contacts `c`. */
export function recipientColumns(tx: Tx) {
  return tx`c.is_group, c.number, c.email,
    (select coalesce(json_agg(json_build_object('kind', i.kind, 'value', i.value) order by i.kind, i.value), '[]')
      from contact_identities i where i.company_id = c.company_id and i.contact_id = c.id) as identities`;
}

/**
 * The names that a channel knows, in its order, the contact's own number or address before others; null when it has none of
 * them.
 *
 * @param kinds what the channel knows people by
 */
export function addressOf(
  { isGroup, number, email, identities }: Recipient,
  kinds: readonly IdentityKind[],
): ChatAddress | null {
  const named = (kind: Identity['kind']) => identities.filter((identity) => identity.kind === kind);
  const own: Identity[] = number ? [{ kind: 'phone', value: number }] : [];
  const phones = named('phone').filter(({ value }) => !number || value !== phoneKey(number));
  const addresses = named('email').toSorted(
    (one, other) => Number(other.value === email) - Number(one.value === email),
  );
  const people = kinds.flatMap((kind) => {
    if (kind === 'phone') return [...own, ...phones];
    return kind === 'email' ? addresses : named(kind);
  });
  const [first, ...others] = isGroup ? named('group') : people;
  return first ? { kind: isGroup ? 'group' : 'direct', identities: [first, ...others] } : null;
}
