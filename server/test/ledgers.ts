import type postgres from 'postgres';
import type { LedgerView, SandboxCommands } from '../sandbox/script/api.ts';

/** One message in the phones' ledger. */
interface Carried {
  waId: string;
  fromMe: boolean;
  text: string;
}

/** And as PostgreSQL does. */
interface Stored extends Carried {
  id: string;
}

/** One conversation as each party stores it, each in its own order. */
export interface ConversationLedgers {
  network: Carried[];
  stored: Stored[];
  /** Ids of the messages that a console shows. */
  shown: string[];
}

interface Parties {
  sandbox: SandboxCommands;
  /** Sees every company. */
  admin: postgres.Sql;
  /** Number of the company's phone. */
  shop: string;
  customer: string;
}

/** A change to another message is no message itself. */
export const isMessage = ({ kind }: LedgerView): boolean =>
  !['edit', 'revoke', 'reaction', 'vote'].includes(kind);

export async function readConversation({
  sandbox,
  admin,
  shop,
  customer,
}: Parties): Promise<Omit<ConversationLedgers, 'shown'>> {
  const network = (await sandbox.ledger({ number: customer }))
    .filter((entry) => isMessage(entry) && entry.server === 'accepted')
    .filter(({ from, to }) => [from, to].includes(shop))
    .toSorted((one, other) => one.order - other.order)
    .map(({ id, from, text }) => ({ waId: id, fromMe: from === shop, text: text ?? '' }));
  const stored = await admin<Stored[]>`
    select m.id, m.wa_id as "waId", m.from_me as "fromMe", m.body as text
    from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
    where c.number = ${customer} and m.state <> 'local' order by m.created_at, m.id`;
  return { network, stored: [...stored] };
}

/** Describes where the three disagree; empty when every message is everywhere once and in order. */
export function disagreements({ network, stored, shown }: ConversationLedgers): string[] {
  const said = (entries: Carried[]) => entries.map(wordsOf);
  const side = (entries: Carried[], ours: boolean) => said(entries.filter(({ fromMe }) => fromMe === ours));
  return [
    difference('network and PostgreSQL', said(network).sort(), said(stored).sort()),
    // Both sides talk at once: each receives the other's messages later.
    difference('order of what the customer said', side(network, false), side(stored, false)),
    difference('order of what the agents said', side(network, true), side(stored, true)),
    difference(
      'PostgreSQL and console',
      stored.map(({ id, text }) => `${id} ${text}`),
      shown.map((id) => `${id} ${stored.find((entry) => entry.id === id)?.text ?? 'unknown'}`),
    ),
  ].filter((problem) => problem !== null);
}

const wordsOf = ({ waId, fromMe, text }: Carried) => `${fromMe ? 'out' : 'in'} ${waId} ${text}`;

function difference(what: string, ours: string[], theirs: string[]): string | null {
  const at = Array.from({ length: Math.max(ours.length, theirs.length) }).findIndex(
    (_, place) => ours[place] !== theirs[place],
  );
  return at < 0 ? null : `${what}: ${ours[at]} beside ${theirs[at]}`;
}
