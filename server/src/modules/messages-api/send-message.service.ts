import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { CONTACT_NUMBER } from '@balcao/shared/features/contacts/limits.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import { isAnswerable } from '@balcao/shared/features/messages/service-window.ts';
import type { ApiWish, getApiMessage, sendApiMessage } from '@balcao/shared/features/messages-api/calls.ts';
import { digitsOf } from '@balcao/shared/phone/digits.ts';
import { withCallingCode } from '@balcao/shared/phone/phone.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { InputError } from '../../platform/http/errors.ts';
import type { FormFile } from '../../platform/http/form.ts';
import type { Finish } from '../../platform/http/perform.ts';
import type { Grant } from '../../platform/http/token-proof.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { contactOfProgram } from '../contacts/contacts.service.ts';
import type { NumberChecks } from '../contacts/number-checks.ts';
import { holdStored } from '../media/media.service.ts';
import { insertSaid, wordsOf } from '../messages/messages.service.ts';
import * as schedules from '../schedules/schedules.service.ts';
import { addTagsOfProgram } from '../tags/ticket-tags.service.ts';
import {
  assertReached,
  closeOfProgram,
  type ProgramTicket,
  ticketOfProgram,
} from '../tickets/program-ticket.ts';
import * as repo from './messages-api.repo.ts';

export interface SendingDeps {
  db: Database;
  numbers: Pick<NumberChecks, 'checkOn'>;
  clock: () => Date;
}

type Sent = RouteOutput<typeof sendApiMessage>;

/**
 * Looks at what a program wants to send. What it returns does it in one transaction, which asks the messenger about the
 * number first if it must: contact, conversation and messages are there together, or nothing is. Errors: the contract's.
 */
export async function prepareSending(
  deps: SendingDeps,
  grant: Grant,
  wish: ApiWish,
  files: readonly FormFile[],
): Promise<Finish<Sent>> {
  assertContent(wish, files);
  const { companyId, key } = grant;
  const connectionId = key
    ? await deps.db.readCompany(companyId, (tx) => chosenConnection(tx, companyId, wish))
    : ownConnection(grant, wish);
  const place = { companyId, connectionId };
  const recipientIn = recipientOf(deps, place, wish);
  return async (tx) => write(tx, place, { ...wish, files, recipient: await recipientIn(tx) }, deps.clock());
}

/** A token has one; another one has a token of its own. ERR_NO_WAPP_FOUND. */
function ownConnection({ id }: Grant, { whatsappId }: ApiWish): number {
  if (whatsappId !== undefined && whatsappId !== id) throw new AppError('ERR_NO_WAPP_FOUND');
  return id;
}

/** A key names one, unless there is but one. ERR_NO_WAPP_FOUND. */
async function chosenConnection(tx: Tx, companyId: number, { whatsappId }: ApiWish): Promise<number> {
  if (whatsappId !== undefined) {
    if (!(await repo.hasConnection(tx, companyId, whatsappId))) throw new AppError('ERR_NO_WAPP_FOUND');
    return whatsappId;
  }
  const [only, another] = await repo.firstConnections(tx, companyId);
  if (only === undefined) throw new AppError('ERR_NO_WAPP_FOUND');
  if (another !== undefined) throw new InputError([{ location: 'body.whatsappId', code: 'invalid_type' }]);
  return only;
}

/** Whoever has the number, or a contact. A number is looked up unless it is known. */
function recipientOf(
  { numbers }: SendingDeps,
  place: repo.SendingPlace,
  { number, contactId }: ApiWish,
): (tx: Tx) => Promise<Recipient> {
  if (number !== undefined) return numbers.checkOn(place.companyId, place.connectionId, numberIn(number));
  return async (tx) => ({
    connection: orNotFound(await repo.channelOf(tx, place), 'ERR_NO_WAPP_FOUND'),
    contactId: contactId as number,
  });
}

/**
 * A number or a contact, not both; a contact has its name. Words, a template or files; and one that waits for its
 * time begins no conversation that could go anywhere.
 */
function assertContent(wish: ApiWish, files: readonly FormFile[]): void {
  const { number, contactId, name } = wish;
  if ((number === undefined) === (contactId === undefined))
    throw new InputError([
      { location: 'body.number', code: number === undefined ? 'invalid_type' : 'unrecognized_keys' },
    ]);
  if (contactId !== undefined && name !== undefined)
    throw new InputError([{ location: 'body.name', code: 'unrecognized_keys' }]);
  const isText = wish.body !== undefined && wish.body.trim() !== '';
  const said = [isText, wish.template !== undefined, files.length > 0].filter(Boolean).length;
  if (said !== 1)
    throw new InputError([{ location: 'body.body', code: said > 1 ? 'unrecognized_keys' : 'invalid_type' }]);
  if (wish.sendAt === undefined) return;
  const unfit = (['closeTicket', 'queueId', 'userId', 'tags', 'quotedMsgId', 'template'] as const)
    .filter((field) => wish[field] !== undefined)
    .map((field) => ({ location: `body.${field}`, code: 'unrecognized_keys' }));
  if (files.length > 1) unfit.push({ location: 'body.medias', code: 'too_big' });
  if (unfit.length > 0) throw new InputError(unfit);
}

/** Its digits. ERR_WAPP_INVALID_CONTACT for what no phone can have. */
function numberIn(text: string): string {
  const digits = withCallingCode(text, null);
  const isNumber =
    digitsOf(text).length >= CONTACT_NUMBER.min && digits.length <= 15 && /^[\d\s()+./-]+$/.test(text);
  if (!isNumber) throw new AppError('ERR_WAPP_INVALID_CONTACT');
  return digits;
}

type Recipient =
  | Awaited<ReturnType<ReturnType<NumberChecks['checkOn']>>>
  | { connection: repo.SendingChannel; contactId: number };
type CheckedWish = ApiWish & { files: readonly FormFile[]; recipient: Recipient };

async function write(tx: Tx, sending: repo.SendingPlace, wish: CheckedWish, at: Date): Promise<Sent> {
  const { companyId, connectionId } = sending;
  const { files, recipient } = wish;
  const { channel } = recipient.connection;
  const contactId =
    'checked' in recipient
      ? await contactOfProgram(tx, companyId, recipient, wish.name ?? null)
      : recipient.contactId;
  if (!('checked' in recipient)) await assertReached(tx, { companyId, connectionId, contactId });
  // Whoever was too slow finds its files taken away.
  const ids = files.map(({ id }) => id);
  if (ids.length > 0 && (await holdStored(tx, companyId, ids)) < ids.length)
    throw new AppError('ERR_UNAVAILABLE');
  if (wish.sendAt !== undefined) {
    const { sendAt, body = '' } = wish;
    const schedule = { connectionId, contactId, body, sendAt, mediaId: ids[0] ?? null };
    const id = await schedules.createOfProgram(tx, companyId, schedule);
    return { id, ids: [id], state: 'scheduled', channel, ticket: null };
  }

  const { queueId = null, userId = null, closeTicket = false, quotedMsgId = null, tags = [] } = wish;
  const place = { companyId, connectionId, contactId };
  const ticket = await ticketOfProgram(tx, place, { queueId, userId, closes: closeTicket }, at);
  if (quotedMsgId !== null && !(await repo.isOfConversation(tx, sending, contactId, quotedMsgId)))
    throw new AppError('ERR_NO_MESSAGE_FOUND');
  const sent = await say(tx, { ...place, ticket, quotedId: quotedMsgId }, wish, at);
  if (tags.length > 0) await addTagsOfProgram(tx, companyId, ticket.id, tags, at);
  const after = closeTicket ? await closeOfProgram(tx, companyId, ticket, at) : ticket;
  return { id: sent[0] as string, ids: sent, state: 'queued', channel, ticket: presentTicket(after) };
}

interface Saying {
  companyId: number;
  connectionId: number;
  contactId: number;
  ticket: ProgramTicket;
  quotedId: string | null;
}

/**
 * Puts the text, or each file as a message, into the outbox. ERR_OUTSIDE_SERVICE_WINDOW when the messenger's hours for
 * answers have passed. @returns their ids in order
 */
async function say(
  tx: Tx,
  { ticket, quotedId, ...place }: Saying,
  wish: CheckedWish,
  at: Date,
): Promise<string[]> {
  const { files, recipient } = wish;
  const { companyId, connectionId } = place;
  const { body, template } = await wordsOf(tx, companyId, connectionId, { ...wish, body: wish.body ?? '' });
  if (!template && !isAnswerable(featuresOf(recipient.connection), ticket.customerWroteAt, at))
    throw new AppError('ERR_OUTSIDE_SERVICE_WINDOW');
  const parts =
    files.length === 0
      ? [{ body, mediaType: 'chat' as const, mediaId: null, preview: body }]
      : files.map(({ id, name, mime }) => ({
          body: '',
          mediaType: mediaKind(mime),
          mediaId: id,
          preview: name,
        }));
  const ids: string[] = [];
  for (const { preview, ...part } of parts) {
    const id = uuidv7();
    const message = {
      ...place,
      ...part,
      id,
      ticketId: ticket.id,
      quotedId: ids.length === 0 ? quotedId : null,
      userId: null,
      saidBy: 'api',
      forwarded: false,
      template,
      at,
    } as const;
    if (!(await insertSaid(tx, message, messagePreview(part.mediaType, preview))))
      throw new AppError('ERR_UNAVAILABLE');
    ids.push(id);
  }
  return ids;
}

/** ERR_NO_MESSAGE_FOUND for one that was not sent with this connection's token, or in this company for a key. */
export async function findMessage(
  tx: Tx,
  { companyId, id, key }: Grant,
  messageId: string,
): Promise<RouteOutput<typeof getApiMessage>> {
  const sent = await repo.findSent(tx, { companyId, connectionId: key ? null : id }, messageId);
  if (!sent) throw new AppError('ERR_NO_MESSAGE_FOUND');
  const { state, channel, errorCode, ticketId, ticketUuid, ticketStatus, ...times } = sent;
  const ticket =
    ticketId !== null && ticketUuid !== null && ticketStatus !== null
      ? { id: ticketId, uuid: ticketUuid, status: ticketStatus }
      : null;
  const written = (time: Date | null) => time?.toISOString() ?? null;
  return {
    id: sent.id,
    state,
    channel,
    errorCode,
    ticket,
    sendAt: written(times.sendAt),
    sentAt: written(times.sentAt),
    deliveredAt: written(times.deliveredAt),
    readAt: written(times.readAt),
  };
}

const presentTicket = ({ id, uuid, status }: ProgramTicket) => ({ id, uuid, status });
