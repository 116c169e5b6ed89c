import { isTokenClass, type RouteContract } from '@balcao/shared/contract/call.ts';
import { beginSecondFactor } from '@balcao/shared/features/auth/calls.ts';
import { createConnection, listConnections } from '@balcao/shared/features/connections/calls.ts';
import {
  type DataFile,
  getFileOfContact,
  getFileOfNumber,
} from '@balcao/shared/features/data-subjects/calls.ts';
import { listErasures } from '@balcao/shared/features/data-subjects/erasures.ts';
import { uploadMedia } from '@balcao/shared/features/media/calls.ts';
import { listPrompts } from '@balcao/shared/features/prompts/calls.ts';
import { updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { getWebChat, saveWebChat } from '@balcao/shared/features/web-chat/calls.ts';
import { rolesOf } from '@balcao/shared/permissions.ts';
import { phoneKey } from '@balcao/shared/phone/digits.ts';
import { keyNeeds } from '@balcao/shared/program-calls.ts';
import { utils, write } from '@e965/xlsx';
import { Secret, TOTP } from 'otpauth';
import { v7 as uuidv7 } from 'uuid';
import { FRESH } from '../src/modules/bot/state.ts';
import { createVisitorProofs, newVisitor } from '../src/modules/web-chat/visitor-proofs.ts';
import { createNoticeAddresses, type NoticedConnection } from '../src/platform/notice-address.ts';
import { createUnsubscribeLinks } from '../src/platform/unsubscribe-links.ts';
import type { TestApi } from './api.ts';
import { createCompany, givePlan, PASSWORD } from './fixtures.ts';
import { fieldsOf, inputOf, routeName, sample, sampleObject } from './generate.ts';
import { seedOneOfEach } from './one-of-each.ts';
import { PICTURE } from './picture.ts';
import { companyKey, programToken } from './program-token.ts';
import { HUB_CHANNEL_IDS, HUB_TOKEN } from './services/hub.ts';
import { PAGE } from './services/visitors.ts';

/** Input that a valid call needs beyond its contract. */
const PREPARED: Record<string, (api: TestApi, token: string, params: object) => Promise<object>> = {
  /** A bill is asked for, with words that are no document. */
  'POST /queue/:queueId/try-bot/ask': async () => ({
    state: { ...FRESH, answerer: 'bill' },
    said: [{ fromMe: false, text: 'Oi' }],
    connectionId: null,
    session: null,
  }),
  /** By a number, or by an address of e-mail. */
  'POST /contacts': async () => ({ number: sample('number', { type: 'string' }) }),
  /** Words, or files. */
  'POST /api/messages/send': async () => ({ number: '5511987654321', contactId: undefined, body: 'Oi' }),
  async 'POST /tickets/:ticketId/agent-help'(api, token) {
    await chooseHelper(api, token);
    return { kind: 'reply' };
  },
  async 'POST /messages/:messageId/translation'(api, token) {
    await chooseHelper(api, token);
    return { language: 'de' };
  },
  'POST /ticket-answers': async () => ({ messages: [{ type: 'text', text: 'Oi' }], actions: [] }),
  async 'PUT /auth/second-factor'(api, token) {
    const { secret } = await api.call(beginSecondFactor, { token, body: { password: PASSWORD } });
    return { code: new TOTP({ secret: Secret.fromBase32(secret) }).generate() };
  },
  /** The contact already has a conversation on the first connection. */
  async 'POST /tickets'(api, token) {
    return { whatsappId: (await api.call(listConnections, { token })).at(-1)?.id };
  },
  async 'POST /messages/forward/:contactId'(api, token) {
    const spare = (await api.call(listConnections, { token })).at(-1)?.id ?? null;
    await api.database.admin`update connections set status = 'connected' where id = ${spare}`;
    return {};
  },
  /** The operator may have left for a bank that nobody plays, or emptied the account. */
  async 'POST /subscription'(api) {
    await api.database.admin`update payment_gateway set gateway = 'static'`;
    await api.database.admin`
      update payment_settings
      set pix_key = 'caixa@sample.test', receiver_name = 'Sample', receiver_city = 'Recife', currency = default`;
    return {};
  },
  'PUT /oidc': async () => ({ issuer: 'https://login.test', domains: ['login.test'] }),
  /** The view of each company is its team's. */
  'PUT /ticket-views': async () => ({ team: true }),
  /** A program has only what is the team's. */
  'POST /macros': async () => ({ team: true }),
  'POST /ticket-views': async () => ({ team: true }),
  'PUT /macros/:macroId': async () => ({ team: true }),
  'PUT /users/:userId/away': async () => ({ until: new Date(Date.now() + 3_600_000).toISOString() }),
  'POST /held-messages/send': heldMessage,
  'POST /held-messages/drop': heldMessage,
  'POST /chats': chatOfColleagues,
  'PUT /chats/:chatId': chatOfColleagues,
  /** Only what one has brought oneself can be sent. */
  'POST /chats/:chatId/messages': async () => ({ message: 'Oi', mediaId: null, card: null }),
  'POST /contacts/upload': (api, token) =>
    uploaded(api, token, Buffer.from('Nome;Telefone\nMaria;5511987654321\n')),
  'POST /contact-lists/:contactListId/imports': (api, token) => uploaded(api, token, workbook()),
  'POST /contact-lists/:contactListId/imports/:listImportId/start': async () => ({ meanings: ['number'] }),
  'POST /campaigns/:campaignId/cancel': (api) => campaignThat(api, { status: 'EM_ANDAMENTO' }),
  'POST /campaigns/:campaignId/restart': (api) => campaignThat(api, { status: 'CANCELADA' }),
  'POST /campaigns/:campaignId/resume': (api) =>
    campaignThat(api, { status: 'EM_ANDAMENTO', paused_reason: 'restricted' }),
  'POST /campaigns/:campaignId/retry': (api) => campaignThat(api, { status: 'EM_ANDAMENTO' }),
  /** What the first type needs is a service account of Google. */
  'POST /queueIntegration': async () => ({ type: 'n8n', urlN8N: 'https://n8n.test/webhook/1' }),
  'POST /contacts/imports/:importId/start': async () => ({ meanings: ['number'] }),
  'POST /erasures/contacts/:contactId': async (api, token, params) =>
    seen(await api.call(getFileOfContact, { token, params: params as { contactId: number } })),
  async 'POST /erasures/numbers/:number'(api, token, params) {
    const { number } = params as { number: string };
    await listed(api, number);
    return seen(await api.call(getFileOfNumber, { token, params: { number } }));
  },
  async 'POST /data-exports/numbers/:number'(api, _token, params) {
    await listed(api, (params as { number: string }).number);
    return {};
  },
  async 'POST /erasures/:erasureId/approve'(api, token) {
    const contactId = (await api.call(listErasures, { token })).erasures[0]?.contactId ?? 0;
    return seen(await api.call(getFileOfContact, { token, params: { contactId } }));
  },
};

/** Nothing has come since. */
const seen = ({ digest }: DataFile) => ({ digest });

/** A message of the newest company waited to go out when a backup was restored. */
async function heldMessage({ database: { admin } }: TestApi): Promise<object> {
  await admin`
    insert into messages (company_id, id, ticket_id, contact_id, connection_id, from_me, body, state, ack, error_code,
      created_at)
    select company_id, ${uuidv7()}, id, contact_id, connection_id, true, 'Oi', 'failed', 0, 'ERR_SEND_RESTORED', now()
    from tickets where company_id = (select max(id) from companies) limit 1`;
  return {};
}

/** The chat of everybody in the newest company. */
async function chatOfColleagues(api: TestApi): Promise<object> {
  const users = await api.database.admin<{ id: string }[]>`
    select id from users where company_id = (select max(id) from companies)`;
  return { users: users.map(({ id }) => ({ id: Number(id) })) };
}

/** The newest company's campaigns are like that, and somebody did not get them. */
async function campaignThat(api: TestApi, is: Record<string, unknown>): Promise<object> {
  const { admin } = api.database;
  await admin`
    update campaigns c set ${admin(is)},
      contact_list_id = (select max(id) from contact_lists l where l.company_id = c.company_id)
    where company_id = (select max(company_id) from campaigns)`;
  await admin`
    update campaign_recipients set state = 'failed' where company_id = (select max(company_id) from campaigns)`;
  return {};
}

/** Somebody whom a list of the newest company names alone. */
/** Agents are helped by a prompt without a key: nobody outside is asked. */
async function chooseHelper(api: TestApi, token: string): Promise<void> {
  const { prompts } = await api.call(listPrompts, { token });
  const body = { value: String(prompts[0]?.id) };
  await api.call(updateSetting, { params: { key: 'agentHelpPrompt' }, body, token });
}

const listed = (api: TestApi, number: string) => api.database.admin`
  insert into contact_list_items (company_id, contact_list_id, name, number)
  select company_id, id, 'Ana', ${phoneKey(number)} from contact_lists
  where company_id = (select max(id) from companies) limit 1 on conflict do nothing`;

async function uploaded(api: TestApi, token: string, body: Buffer): Promise<{ mediaId: string }> {
  const mediaId = crypto.randomUUID();
  await api.call(uploadMedia, { params: { mediaId }, body, token });
  return { mediaId };
}

/** A spreadsheet of one person. */
function workbook(): Buffer {
  const book = utils.book_new();
  const number = sample('number', { type: 'string' });
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Telefone'], [number]]), 'Contatos');
  return write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
}

/** The file for a call with an upload, where not any bytes will do. */
const FILES: Record<string, () => Buffer> = {
  'POST /contacts/import': () => Buffer.from(`Telefone\n${sample('number', { type: 'string' })}\n`),
  'POST /contact-lists/:contactListId/upload': workbook,
  'POST /schedules/:scheduleId/media-upload': () => PICTURE,
  'POST /announcements/:announcementId/media-upload': () => PICTURE,
};

/** Operators call these for other companies. */
const isForCompanies = ({ path }: RouteContract) => path.startsWith('/companies/');

export interface ValidCall {
  params: Record<string, unknown>;
  body?: unknown;
  token: string;
}

let companies = 0;

/** Valid calls that begin a conversation of whoever makes them, which a program has none of. */
const OF_PEOPLE = new Set(['POST /messages/forward/:contactId']);

/** Whether a company's key makes a valid call too: it may what an admin may, in its own company. */
export function isKeyCall(contract: RouteContract): boolean {
  const { access } = contract;
  if (access === 'public' || isTokenClass(access) || !keyNeeds(contract)) return false;
  if (isForCompanies(contract) || OF_PEOPLE.has(routeName(contract))) return false;
  return access === 'session' || rolesOf(access).includes('admin');
}

/**
 * An all-powerful user in a separate company acts on its own rows.
 *
 * @param byKey a program with a key of that company does, where `isKeyCall`
 */
export async function validCall(api: TestApi, contract: RouteContract, byKey = false): Promise<ValidCall> {
  const { admin } = api.database;
  const number = ++companies;
  const company = await createCompany(admin, `Firma ${number}`);
  await givePlan(admin, company.companyId);
  await admin`update users set super = true where id = ${company.admin.id}`;
  // The first one is the default, which must not be deleted.
  const [spare] = await admin`
    insert into connections (company_id, name) values (${company.companyId}, 'Spare') returning id`;
  const ids: Record<string, unknown> = {
    ...(await seedOneOfEach(admin, company)),
    whatsappId: Number(spare?.id),
    // An uploaded file gets a new id.
    ...(contract.rawBody ? { mediaId: crypto.randomUUID() } : {}),
  };
  if (isForCompanies(contract)) ids.companyId = (await createCompany(admin, `Outra ${number}`)).companyId;
  const token =
    byKey && isKeyCall(contract)
      ? await companyKey(admin, company, 'write')
      : ((await programToken(admin, contract, company)) ?? (await api.signIn(company.admin)));
  if (contract.path.includes(':connectionToken'))
    ids.connectionToken = await noticeToken(api, token, company);
  if (contract.path.includes(':mailToken')) ids.mailToken = unsubscribeToken(api, company);
  const chat = /:chatKey|\/chat\b/.test(contract.path) ? await chatOnPages(api, token, company) : null;
  Object.assign(ids, chat?.ids);
  const params = Object.fromEntries(
    Object.entries(fieldsOf(contract, 'params')).map(([name, schema]) => [
      name,
      ids[name] ?? sample(name, schema),
    ]),
  );
  const sampled = sampleObject(inputOf(contract, 'body'));
  const body = {
    ...sampled,
    ...Object.fromEntries(namedIds(sampled, ids)),
    ...(await PREPARED[routeName(contract)]?.(api, token, params)),
  };
  return {
    params,
    ...(contract.body ? { body } : contract.rawBody ? { body: fileOf(contract) } : {}),
    token: chat && contract.access === 'public' ? chat.visitor : token,
  };
}

/** What a mail of a campaign of theirs has in its link. */
function unsubscribeToken(api: TestApi, { companyId }: { companyId: number }): string {
  const links = createUnsubscribeLinks({ secrets: api.deps.secrets, publicUrl: 'https://balcao.test' });
  const link = links.of({ companyId, recipientId: 1, address: 'maria@casa.test' }) ?? '';
  return link.split('/').at(-1) ?? '';
}

/** A chat that pages of `PAGE` may use, and what opens it to a visitor. */
async function chatOnPages(api: TestApi, token: string, { companyId }: { companyId: number }) {
  const { id } = await api.call(createConnection, { token, body: { kind: 'web', name: 'Site' } });
  const at = { params: { whatsappId: id }, token };
  const { key, script: _script, userSecret: _secret, ...settings } = await api.call(getWebChat, at);
  await api.call(saveWebChat, { ...at, body: { ...settings, origins: [PAGE] } });
  const proofs = createVisitorProofs({ secrets: api.deps.secrets, clock: () => new Date() });
  const visitor = proofs.tokenOf({ companyId, connectionId: id, secretVersion: 1 }, newVisitor(null));
  return { ids: { whatsappId: id, chatKey: key, fileId: uuidv7() }, visitor };
}

/** The secret part of the address at which a messenger tells of a connection. */
export async function noticeToken(api: TestApi, token: string, { companyId }: { companyId: number }) {
  const credentials = {
    hubToken: HUB_TOKEN,
    channelId: HUB_CHANNEL_IDS.instagram,
    channel: 'instagram',
  } as const;
  const { id } = await api.call(createConnection, { token, body: { kind: 'hub', name: 'Hub', credentials } });
  return noticeTokenOf(api, { companyId, connectionId: id });
}

export function noticeTokenOf({ deps: { secrets } }: TestApi, connection: NoticedConnection): string {
  const addresses = createNoticeAddresses({ secrets, publicUrl: 'https://balcao.test' });
  return addresses.of(connection)?.split('/').at(-1) ?? '';
}

const fileOf = (contract: RouteContract) => FILES[routeName(contract)]?.() ?? Buffer.from('bytes');

/** The ids in a body are the company's own. */
const namedIds = (body: Record<string, unknown>, ids: Record<string, unknown>) =>
  Object.keys(body)
    .filter((name) => /\wIds?$/.test(name) && name in ids && name !== 'mediaId')
    .map((name) => [name, ids[name]]);
