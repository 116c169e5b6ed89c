import { CHAT_LIMITS } from '@balcao/shared/features/web-chat/line.ts';
import type { HelloFrame, WelcomeFrame } from '@balcao/shared/features/web-chat/protocol.ts';
import type { Tx } from '../../platform/db/client.ts';
import { presenceOf } from './known-chats.ts';
import type { VisitorDeps } from './visitor-deps.ts';
import { keepNotice } from './visitor-deps.ts';
import type { VisitorLine } from './visitor-line.ts';
import * as messages from './visitor-messages.repo.ts';
import { namesOf, newVisitor } from './visitor-proofs.ts';
import { contactOf, positionOf } from './visitor-rooms.ts';
import * as repo from './visitors.repo.ts';
import * as visits from './visits.repo.ts';
import { clean, factsOf, visitName } from './visits.ts';

/** With so many changes since, a conversation is told from its newest messages instead. */
const MOST_CHANGES = 100;

/** What a visitor finds. */
interface Found {
  rows: messages.VisitorMessage[];
  goesOn: boolean;
  position: string;
  head: number;
}

/**
 * Says who the visitor is and what is new. Somebody who was never here is asked nothing of the database: a flood of them
 * costs no rows, and no questions either.
 */
export async function greet(deps: VisitorDeps, line: VisitorLine, frame: HelloFrame): Promise<void> {
  const { proofs, clock } = deps;
  const { chat } = line;
  const isNew = introduce(deps, line, frame);
  const { visitor } = line;
  if (!visitor) throw new Error('nobody was introduced');
  const found = isNew && visitor.user === null ? null : await find(deps, line, frame.position);
  const rows = found?.rows ?? [];
  const isPage = !found?.goesOn;
  const shop = presenceOf(chat, clock());
  line.isOpen = shop.isOpen;
  line.send({
    type: 'welcome',
    token: proofs.tokenOf(chat, visitor),
    isNew,
    goesOn: found?.goesOn ?? false,
    ...(isPage
      ? pageOf(deps, line, rows)
      : { messages: rows.map((row) => deps.present(line, row)), before: null }),
    position: found?.position ?? '',
    shop,
    isKnown: line.contactId !== null,
  } satisfies WelcomeFrame);
  if (found) deps.rooms.welcomed(line, found.head);
  else line.isWelcome = true;
}

/** Messages before a place, and the place before them. */
export async function earlier(deps: VisitorDeps, line: VisitorLine, before: string): Promise<void> {
  const { companyId } = line.chat;
  const [at = '', id = ''] = before.split('/');
  const isPlace = !Number.isNaN(Date.parse(at)) && /^[\da-f-]{36}$/i.test(id);
  const { contactId } = line;
  const rows =
    isPlace && contactId !== null
      ? await deps.db.readCompany(companyId, (tx) => messages.page(tx, line.chat, contactId, { at, id }))
      : [];
  line.send({ type: 'earlier', ...pageOf(deps, line, rows) });
}

/** @returns whether it is another visitor than the token says */
function introduce({ proofs, rooms }: VisitorDeps, line: VisitorLine, frame: HelloFrame): boolean {
  const { chat } = line;
  const { token, user, page, language, utcOffset } = frame;
  const isProven = user !== null && proofs.isProven(chat, user);
  if (user && !isProven)
    line.send({ type: 'refused', id: null, code: 'ERR_CHAT_USER_UNPROVEN', retryMs: null });
  const userId = isProven ? user.id : null;
  const shown = token === null ? null : proofs.open(chat, token);
  // Somebody else sits before the same browser, or nobody whom the page knows.
  const same = shown && (shown.user === null || shown.user === userId) ? shown : null;
  line.visitor = same ? { ...same, user: userId } : newVisitor(userId);
  line.names = namesOf(chat, line.visitor);
  line.name = clean((isProven && user.name) || '');
  line.page = page;
  line.language = language;
  line.utcOffset = utcOffset;
  rooms.join(line);
  return same === null;
}

async function find(deps: VisitorDeps, line: VisitorLine, position: string | null): Promise<Found> {
  const { chat, names } = line;
  const { companyId } = chat;
  const { found, isOne } = await deps.db.readCompany(companyId, async (tx) => {
    const contacts = await repo.contactsNamed(tx, companyId, names);
    line.contactId = contactOf(contacts, names);
    const isOne = line.contactId === null || names.every((name) => contacts.get(name) === line.contactId);
    return { found: await since(tx, line, position), isOne };
  });
  if (line.contactId !== null)
    await deps.db.withCompany(companyId, async (tx) => {
      await visits.keep(tx, companyId, visitName(line), factsOf(line, null, deps.clock()));
      if (!isOne) await keepNotice(tx, chat, { kind: 'linked', people: [...names] });
    });
  return found;
}

async function since(tx: Tx, { chat, contactId }: VisitorLine, position: string | null): Promise<Found> {
  const { epoch, floor, head } = await repo.moment(tx, chat.companyId);
  const common = { head, position: positionOf(epoch, head) };
  if (contactId === null) return { ...common, rows: [], goesOn: false };
  const [knownEpoch, known = ''] = position?.split('.') ?? [];
  const seq = Number(known);
  if (knownEpoch === epoch && known !== '' && seq >= floor && seq <= head) {
    const { changes, to } = await repo.changesSince(tx, chat.companyId, seq, MOST_CHANGES * 10);
    const ids = changes.flatMap(({ messageId, contactIds }) =>
      contactIds.includes(contactId) ? messageId : [],
    );
    if (to === null && ids.length <= MOST_CHANGES) {
      const rows = ids.length === 0 ? [] : await messages.ofIds(tx, chat.companyId, [...new Set(ids)]);
      const own = rows.filter((row) => row.contactId === contactId && row.connectionId === chat.connectionId);
      return { ...common, rows: own, goesOn: true };
    }
  }
  return { ...common, rows: await messages.page(tx, chat, contactId, null), goesOn: false };
}

/** One more than a page says that there are others before. */
function pageOf(deps: VisitorDeps, line: VisitorLine, rows: readonly messages.VisitorMessage[]) {
  const shown = rows.slice(-CHAT_LIMITS.pageMessages);
  const [oldest] = shown;
  const before =
    oldest && rows.length > shown.length ? `${oldest.createdAt.toISOString()}/${oldest.id}` : null;
  return { messages: shown.map((row) => deps.present(line, row)), before };
}
