import { TITLE } from '@balcao/shared/contract/limits.ts';
import type { CampaignStatus } from '@balcao/shared/features/campaigns/row.ts';
import { CAMPAIGN_LIMITS } from '@balcao/shared/features/campaigns/rules.ts';
import { CONTACT_LIST_MAX } from '@balcao/shared/features/contact-lists/rules.ts';
import { CONTACT_NUMBER } from '@balcao/shared/features/contacts/limits.ts';
import { digitsOf, phoneKey } from '@balcao/shared/phone/digits.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import { expectFile } from './files.repo.ts';
import { known, remember } from './origins.repo.ts';
import { idOf, page } from './pages.ts';
import type { SourceRow } from './source.ts';
import type { Outcome, Step, Work } from './step.ts';
import { clean, emailOf, instant, isOn, line } from './values.ts';

export const contactLists: Step<SourceRow> = {
  kind: 'contactList',
  table: 'ContactLists',
  read: (work, after, most) => page(work, 'ContactLists', ['name', 'createdAt'], after, most),
  placeOf: idOf,
  async write(tx, work, rows) {
    const { companyId } = work;
    const before = await known(tx, work, 'contactList', rows.map(idOf));
    const outcome: Outcome = { brought: 0, notes: [] };
    for (const row of rows.filter((one) => !before.has(idOf(one)))) {
      const fields = {
        companyId,
        name: line(row.name, TITLE.max) || '…',
        createdAt: instant(row.createdAt) ?? new Date(),
      };
      const [made] = await tx<{ id: number }[]>`insert into contact_lists ${tx(fields)} returning id`;
      await remember(tx, work, 'contactList', [{ origin: idOf(row), id: made?.id ?? 0 }]);
      outcome.brought += 1;
    }
    return outcome;
  },
};

/** Whether WhatsApp knows a number it is asked anew: an answer of another server, of long ago, is worth little. */
export const listItems: Step<SourceRow> = {
  kind: 'contactListItem',
  table: 'ContactListItems',
  read: (work, after, most) =>
    page(work, 'ContactListItems', ['name', 'number', 'email', 'contactListId'], after, most),
  placeOf: idOf,
  async write(tx, { companyId, ...work }, rows) {
    const lists = await known(
      tx,
      { companyId, ...work },
      'contactList',
      rows.map(({ contactListId }) => contactListId),
    );
    const room = await roomOf(
      tx,
      companyId,
      [...lists.values()].filter((id) => id !== null),
    );
    const notes: Outcome['notes'] = [];
    const items = rows.flatMap((row) => {
      const contactListId = lists.get(row.contactListId ?? '');
      const number = phoneKey(row.number ?? '');
      const isNumber = number.length >= CONTACT_NUMBER.min && digitsOf(number).length <= CONTACT_NUMBER.max;
      if (!contactListId) return [];
      const left = room.get(contactListId) ?? 0;
      room.set(contactListId, left - 1);
      if (!isNumber || left <= 0) {
        const what = isNumber ? 'listFull' : 'noNumber';
        notes.push({ kind: 'contactListItem', origin: idOf(row), what, detail: row.name ?? '' });
        return [];
      }
      return {
        companyId,
        contactListId,
        name: line(row.name, TITLE.max) || number,
        number,
        email: emailOf(row.email),
      };
    });
    const made = await insertAll<object, { id: number }>(
      tx,
      'contact_list_items',
      items.map((item) => ({ ...item, checkDue: true, createdAt: new Date(), updatedAt: new Date() })),
      tx`on conflict do nothing returning id`,
    );
    return { brought: made.length, notes };
  },
};

async function roomOf(tx: Tx, companyId: number, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx<{ id: number; taken: number }[]>`
    select id, contacts_count as taken from contact_lists
    where company_id = ${companyId} and id = any (${ids as number[]}::bigint[]) order by id for update`;
  return new Map(rows.map(({ id, taken }) => [id, CONTACT_LIST_MAX - taken]));
}

const FIVE = [1, 2, 3, 4, 5];
const COLUMNS = [
  ...FIVE.flatMap((at) => [`message${at}`, `confirmationMessage${at}`]),
  ...['name', 'status', 'confirmation', 'contactListId', 'whatsappId', 'completedAt', 'mediaPath'],
  ...['createdAt', 'updatedAt'],
];

/** What is over stays over. Nothing goes on by itself: who has got it already only the server there knows. */
const STATUSES: Record<string, CampaignStatus> = {
  FINALIZADA: 'FINALIZADA',
  CONCLUIDA: 'FINALIZADA',
  CANCELADA: 'CANCELADA',
};

export const campaigns: Step<SourceRow> = {
  kind: 'campaign',
  table: 'Campaigns',
  read: (work, after, most) => page(work, 'Campaigns', COLUMNS, after, most),
  placeOf: idOf,
  async write(tx, work, rows) {
    const before = await known(tx, work, 'campaign', rows.map(idOf));
    const outcome: Outcome = { brought: 0, notes: [] };
    for (const row of rows) if (!before.has(idOf(row))) await bring(tx, work, row, outcome);
    return outcome;
  },
};

async function bring(tx: Tx, work: Work, row: SourceRow, outcome: Outcome): Promise<void> {
  const { companyId } = work;
  const lists = await known(tx, work, 'contactList', [row.contactListId]);
  const connections = await known(tx, work, 'connection', [row.whatsappId]);
  const { nameChars, messageChars } = CAMPAIGN_LIMITS;
  const texts = (name: string) => FIVE.map((at) => clean(row[`${name}${at}`], messageChars));
  const status = STATUSES[row.status ?? ''] ?? 'INATIVA';
  const created = instant(row.createdAt) ?? new Date();
  const campaign = {
    companyId,
    name: line(row.name, nameChars.max).padEnd(nameChars.min, '.'),
    status,
    contactListId: lists.get(row.contactListId ?? '') ?? null,
    connectionId: connections.get(row.whatsappId ?? '') ?? null,
    confirmation: isOn(row.confirmation),
    messages: texts('message'),
    confirmationMessages: texts('confirmationMessage'),
    completedAt:
      status === 'FINALIZADA' ? (instant(row.completedAt) ?? instant(row.updatedAt) ?? created) : null,
    createdAt: created,
    updatedAt: created,
  };
  const [made] = await tx<{ id: number }[]>`insert into campaigns ${tx(campaign as never)} returning id`;
  const id = made?.id ?? 0;
  const origin = idOf(row);
  await remember(tx, work, 'campaign', [{ origin, id }]);
  await expectFile(tx, work, { carrier: 'campaigns', carrierId: String(id), place: row.mediaPath });
  outcome.brought += 1;
  if (row.status === 'EM_ANDAMENTO' || row.status === 'PROGRAMADA')
    outcome.notes.push({ kind: 'campaign', origin, what: 'stopped', detail: campaign.name });
}
