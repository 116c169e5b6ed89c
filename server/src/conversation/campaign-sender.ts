import type { ErrorCode } from '@balcao/shared/errors.ts';
import type { PauseReason, SkipReason } from '@balcao/shared/features/campaigns/row.ts';
import { isAddress, TEMPLATE_PACE } from '@balcao/shared/features/campaigns/rules.ts';
import { nextInWindow } from '@balcao/shared/features/campaigns/sending-window.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import {
  ChannelError,
  type ChannelSession,
  type ChatAddress,
  type OutgoingMessage,
} from '../channels/channel.ts';
import { whenMayWriteTo } from '../modules/ban-risk/ban-risk.service.ts';
import { readCampaignSettings } from '../modules/campaign-settings/campaign-settings.service.ts';
import { isInPlan } from '../modules/campaigns/campaigns.service.ts';
import { templateLimits } from '../modules/message-templates/message-templates.service.ts';
import { maySpeak } from '../modules/subscription/may-speak.service.ts';
import type { Tx } from '../platform/db/client.ts';
import type { Database } from '../platform/db/database.ts';
import { crashAt } from '../platform/failpoints.ts';
import type { Log } from '../platform/log.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { UnsubscribeLinks } from '../platform/unsubscribe-links.ts';
import { addressOf } from './address.ts';
import { applyFailure } from './apply-failure.ts';
import { applyTicks } from './apply-ticks.ts';
import { letterOf } from './campaign-letter.ts';
import { pauseAfter } from './campaign-pace.ts';
import { lockTicketOf, place } from './campaign-placing.repo.ts';
import * as repo from './campaign-sender.repo.ts';
import { holdGivenIds } from './given-ids.ts';
import { fileContent } from './outgoing-content.ts';
import { refusalFor } from './refusals.ts';
import { untilRead } from './until-stored.ts';

/** What everything that sends has. */
export interface SenderDeps {
  db: Database;
  storage: Storage;
  secrets: Secrets;
  log: Log;
  clock: () => Date;
  /** Where anybody may fetch a stored file for an hour; null: this server has no address that others reach. */
  linkOf(companyId: number, mediaId: string): string | null;
  /** Where whoever gets a campaign by e-mail leaves its list. */
  unsubscribeLinkOf: UnsubscribeLinks['of'];
  /** What the pace of campaigns counts in: a second. Tests take less. */
  paceUnitMs: number;
}

/** Sends to the recipients of a connection's campaigns, one at a time and at the connection's pace. */
export interface CampaignSender {
  /**
   * Sends again what was on its way when the process or the line ended. The messenger may have it, so nothing that is said
   * later may pass it. Free while all is settled.
   */
  resume(): Promise<void>;
  /** Nothing of people or bots is due. Cheap to call often. */
  poke(): void;
  /** Takes nobody new; resolves when nothing is on its way any more. */
  close(): Promise<void>;
}

/** While nobody waits, every commit in the company pokes: looking this often is enough. */
const LOOK_MS = 1_000;
const MAX_ATTEMPTS = 10;
const RETRY_MS = { first: 3_000, most: 5 * 60_000 };
/** So many refused one after the other are no coincidence: WhatsApp restricts the number. */
const MAX_REFUSALS = 3;
/** A company that may not speak is asked again after this. */
const SILENT_MS = 60_000;

/** Milliseconds until the next one may have its turn, infinite while nobody waits; or nobody knows what became of this one. */
type Outcome = number | 'unsettled';

/** @param lookAgain makes the outbox look, which pokes when nothing else is due */
export function createCampaignSender(
  deps: SenderDeps,
  session: ChannelSession,
  lookAgain: () => void,
): CampaignSender {
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let restsUntil = 0;
  let closed = false;
  /** Nobody knows what became of a part that had begun: at first, in an earlier process. */
  let isUnsettled = true;

  async function work(): Promise<void> {
    const outcome = await sendToNext(deps, session).catch((error: unknown) => {
      // The rows are as they were; the next look finds them again.
      deps.log.warn({ err: error, connectionId: session.connectionId }, 'campaign not sent yet');
      return 'unsettled' as const;
    });
    working = null;
    isUnsettled = outcome === 'unsettled';
    const waitMs = outcome === 'unsettled' ? LOOK_MS : outcome;
    restsUntil = Date.now() + Math.min(waitMs, LOOK_MS);
    clearTimeout(timer);
    if (Number.isFinite(waitMs) && !closed) timer = setTimeout(lookAgain, waitMs + 1);
  }

  const mayWork = () => !closed && !working && Date.now() >= restsUntil;

  return {
    async resume() {
      if (!isUnsettled || !mayWork()) return;
      if (!(await hasBegun(deps, session))) {
        isUnsettled = false;
        return;
      }
      working = work();
      await working;
    },
    poke() {
      if (mayWork()) working = work();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await working;
    },
  };
}

const nextOf = ({ db }: SenderDeps, { companyId, connectionId }: ChannelSession) =>
  db.readCompany(companyId, (tx) => repo.nextRecipient(tx, companyId, connectionId));

/** A part of whoever is next may have left already. */
const hasBegun = async (deps: SenderDeps, session: ChannelSession): Promise<boolean> =>
  Boolean((await nextOf(deps, session))?.begun);

async function sendToNext(deps: SenderDeps, session: ChannelSession): Promise<Outcome> {
  const { db, clock } = deps;
  const { companyId } = session;
  const next = await nextOf(deps, session);
  if (!next) return Number.POSITIVE_INFINITY;
  if (next.waitMs > 0) return next.waitMs;
  if (await isPutOff(deps, session, next, clock())) return 0;
  try {
    // Where the messenger chooses the ids it may have arrived: nobody sends it again.
    if (next.begun && !session.capabilities.clientMessageIds)
      throw new ChannelError('not_accepted_in_time', 'nobody knows whether it left');
    return await sendParts(deps, session, next);
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    return db.withCompany(companyId, (tx) => giveUpOrWait(tx, deps, session, next, error));
  }
}

/** Out of its hours, while the company may not speak, or has begun enough conversations, a campaign waits, and says so. */
async function isPutOff(
  { db }: SenderDeps,
  { companyId, connectionId }: ChannelSession,
  { campaignId, window, timezone, pausedReason, mayWait, number, template, begun }: repo.NextRecipient,
  now: Date,
): Promise<boolean> {
  const opensAt = nextInWindow(window, timezone, now);
  return db.withCompany(companyId, async (tx) => {
    const putOff = (reason: PauseReason, until: Date) =>
      repo.pause(tx, companyId, campaignId, reason, until).then(() => true);
    if (opensAt > now) return putOff('window', opensAt);
    if (!(await maySpeak(tx, companyId, now)) || !(await isInPlan(tx, companyId)))
      return putOff('notAllowed', new Date(now.getTime() + SILENT_MS));
    if (template && !begun) {
      const { quality, freesAt } = await templateLimits(tx, companyId, connectionId, now);
      if (quality === 'red') return putOff('quality', new Date(now.getTime() + SILENT_MS));
      if (freesAt) return putOff('limit', freesAt);
    }
    const begins =
      mayWait && !template && !isAddress(number)
        ? await whenMayWriteTo(tx, companyId, connectionId, number, now)
        : null;
    if (begins) return putOff('budget', begins);
    if (pausedReason !== null) await repo.goOn(tx, companyId, campaignId);
    return false;
  });
}

async function sendParts(
  deps: SenderDeps,
  session: ChannelSession,
  next: repo.NextRecipient,
): Promise<number> {
  const known = isAddress(next.number)
    ? { number: '', identities: [{ kind: 'email', value: next.number } as const] }
    : { number: next.whatsappNumber, identities: next.lids };
  const chat = addressOf({ isGroup: false, email: '', ...known }, session.capabilities.identities);
  if (!chat) throw new ChannelError('recipient_not_found', 'a recipient without a number');
  const { companyId, connectionId } = session;
  const parts = partsOf(next, session.capabilities);
  for (const part of parts.filter((one) => !next.sent.includes(one.part)))
    if (!(await sendPart(deps, session, next, chat, part))) {
      const hasBegun = part !== parts[0];
      return hasBegun
        ? deps.db.withCompany(companyId, (tx) => rest(tx, deps, companyId, connectionId, next.id))
        : 0;
    }
  return deps.db.withCompany(companyId, (tx) => endTurn(tx, deps, session, next));
}

/**
 * The question alone, or the message: each file of the list, then the text, which is the caption of the campaign's file. A mail
 * takes all of them along.
 */
function partsOf(
  next: repo.NextRecipient,
  { threads }: Pick<ChannelSession['capabilities'], 'threads'>,
): repo.OutgoingPart[] {
  const { body, template, confirmationBody, confirmed, media, files } = next;
  const text = (part: number, words: string): repo.OutgoingPart => ({
    part,
    body: words,
    mediaType: 'chat',
    media: null,
    attached: [],
    template: null,
  });
  const file = (part: number, of: repo.PartMedia, caption: string): repo.OutgoingPart => ({
    part,
    body: caption,
    mediaType: mediaKind(of.mime),
    media: of,
    attached: [],
    template: null,
  });
  if (template) return [{ ...text(repo.TEXT_PART, body), template }];
  if (confirmationBody !== null && !confirmed) return [text(repo.QUESTION_PART, confirmationBody)];
  if (threads) return [{ ...text(repo.TEXT_PART, body), attached: [...files, ...(media ? [media] : [])] }];
  const listed = files.map((one) => file(repo.TEXT_PART + one.itemId, one, ''));
  return [...listed, media ? file(repo.TEXT_PART, media, body) : text(repo.TEXT_PART, body)];
}

/** False when it is not to be sent any more: cancelled, opted out, blocked. */
async function sendPart(
  deps: SenderDeps,
  session: ChannelSession,
  next: repo.NextRecipient,
  chat: ChatAddress,
  part: repo.OutgoingPart,
): Promise<boolean> {
  const { db } = deps;
  const { companyId } = session;
  const begun = next.begun?.part === part.part ? next.begun : null;
  const attached = part.attached.map((one) => attachedFile(deps, companyId, one));
  const payload = begun
    ? Buffer.from(begun.payload, 'base64')
    : await session.prepare({
        chat,
        ...(await wordsOf(deps, session, next, part)),
        quoted: null,
        forwarded: false,
        attached,
      });
  const waId = begun?.waId ?? session.newMessageId();
  crashAt('recipient.chosen');
  const leaving = await db.withCompany(companyId, async (tx) =>
    (await takeTurn(tx, session, next, begun !== null))
      ? repo.begin(tx, companyId, session.connectionId, next.id, part, waId, payload)
      : null,
  );
  if (!leaving) return false;
  crashAt('recipient.stored');
  const sent = await session.send(chat, leaving.waId, leaving.payload, null, attached);
  crashAt('recipient.accepted');
  const record = () =>
    db.withCompany(companyId, (tx) => recordPart(tx, session, next.id, part.part, sent.id ?? null));
  // What cannot be sent again must be written down now.
  await (session.capabilities.clientMessageIds ? record() : untilRead(record));
  crashAt('recipient.recorded');
  return true;
}

/** Records a part, with what was told of it before its id was known here. */
async function recordPart(
  tx: Tx,
  session: ChannelSession,
  recipientId: number,
  part: number,
  waId: string | null,
): Promise<void> {
  const { companyId, connectionId } = session;
  await holdGivenIds(tx, session);
  await repo.recordPart(tx, companyId, recipientId, part, waId);
  const early = waId && (await repo.takeEarly(tx, companyId, connectionId, waId));
  if (!early) return;
  if (early.errorCode) return applyFailure(tx, companyId, connectionId, [waId], early.errorCode);
  await applyTicks(tx, companyId, connectionId, new Map([[waId, { ack: early.ack, at: new Date() }]]));
}

async function wordsOf(
  deps: SenderDeps,
  session: ChannelSession,
  { id, number, language }: repo.NextRecipient,
  part: repo.OutgoingPart,
): Promise<Pick<OutgoingMessage, 'content' | 'mail' | 'unsubscribe'>> {
  if (!isAddress(number)) return { content: await contentOf(deps, session, part) };
  const subscriber = { companyId: session.companyId, recipientId: id, address: number };
  const { text, ...letter } = letterOf(part.body, deps.unsubscribeLinkOf(subscriber), language);
  return { content: { kind: 'text', text }, ...letter };
}

const attachedFile = (deps: SenderDeps, companyId: number, media: repo.PartMedia) =>
  fileContent(
    deps,
    companyId,
    { body: '', mediaType: mediaKind(media.mime), knownPayload: null },
    { ...media, source: null },
  );

async function contentOf(deps: SenderDeps, session: ChannelSession, part: repo.OutgoingPart) {
  const { body, mediaType, media, template } = part;
  if (template) return { kind: 'template', ...template } as const;
  if (!media) return { kind: 'text', text: body } as const;
  const { companyId, connectionId } = session;
  const knownPayload =
    (await deps.db.readCompany(companyId, (tx) =>
      repo.knownPayload(tx, companyId, connectionId, media.id),
    )) ?? null;
  return fileContent(deps, companyId, { body, mediaType, knownPayload }, { ...media, source: null });
}

/** @param hasBegun a part of it may have left already: that one goes out whatever was said meanwhile */
async function takeTurn(
  tx: Tx,
  { companyId, connectionId }: ChannelSession,
  next: repo.NextRecipient,
  hasBegun: boolean,
): Promise<boolean> {
  const turn = await repo.lockTurn(tx, companyId, connectionId, next.id);
  if (turn?.campaignStatus !== 'EM_ANDAMENTO' || !['queued', 'sending'].includes(turn.state)) return false;
  const reason = hasBegun || next.isTrial ? null : whyNot(turn);
  if (reason) {
    await repo.skip(tx, companyId, next.id, reason);
    return false;
  }
  if (turn.state === 'queued') {
    const pause = pauseAfter(
      next.template ? TEMPLATE_PACE : await readCampaignSettings(tx, companyId),
      turn.turn,
      next.seed,
      next.id,
    );
    await repo.beginTurn(tx, companyId, connectionId, next.id, pause);
  }
  return true;
}

/** What was true when the list was taken over may be no more. */
const whyNot = ({ optedOut, blocked, recent, state }: repo.Turn): SkipReason | null =>
  optedOut ? 'optedOut' : blocked ? 'blocked' : recent && state === 'queued' ? 'recent' : null;

/** @returns milliseconds until the next one's turn */
async function endTurn(
  tx: Tx,
  deps: SenderDeps,
  { companyId, connectionId }: ChannelSession,
  next: repo.NextRecipient,
): Promise<number> {
  // Before its rows, in the order of whoever stores a message of the customer's.
  const conversation = next.isTrial
    ? undefined
    : await lockTicketOf(tx, companyId, connectionId, next.number);
  const isQuestion = next.confirmationBody !== null && !next.confirmed;
  await repo.endTurn(tx, companyId, next.id, isQuestion ? 'asked' : 'sent');
  if (conversation) await place(tx, conversation, [next.id]);
  await repo.countRefusal(tx, companyId, connectionId, false);
  return rest(tx, deps, companyId, connectionId, next.id);
}

async function rest(
  tx: Tx,
  { paceUnitMs }: SenderDeps,
  companyId: number,
  connectionId: number,
  recipientId: number,
): Promise<number> {
  const turn = await repo.lockTurn(tx, companyId, connectionId, recipientId);
  const ms = Math.ceil((turn?.pause ?? 0) * paceUnitMs);
  await repo.rest(tx, companyId, connectionId, ms);
  return ms;
}

/** A template that is refused to so many one after the other is looked at again after this. */
const TEMPLATE_MS = 10 * 60_000;

/** What may work later is the connection's matter, not the recipient's: the whole pace waits. */
async function giveUpOrWait(
  tx: Tx,
  deps: SenderDeps,
  session: ChannelSession,
  next: repo.NextRecipient,
  error: ChannelError,
): Promise<Outcome> {
  const { companyId, connectionId } = session;
  deps.log.info(
    { err: error, code: error.code, connectionId, recipientId: next.id },
    'campaign not accepted',
  );
  const isOnce = !session.capabilities.clientMessageIds;
  const isUncertain = isOnce && error.code === 'not_accepted_in_time';
  if (isOnce && !isUncertain) await repo.release(tx, companyId, next.id);
  if (error.code === 'not_connected') return 'unsettled';
  if (error.code !== 'not_accepted_in_time') await repo.forgetMoment(tx, companyId, next.id);
  if (error.code === 'account_restricted') {
    await repo.pauseAll(tx, companyId, connectionId);
    return Number.POSITIVE_INFINITY;
  }
  const mayRepeat =
    error.retry === 'later'
      ? !isUncertain && next.attempts < MAX_ATTEMPTS
      : error.retry === 'once' && next.attempts < 1;
  if (mayRepeat) {
    const ms = Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** next.attempts);
    await repo.countAttempt(tx, companyId, next.id);
    await repo.rest(tx, companyId, connectionId, ms);
    return ms;
  }
  const code: ErrorCode = isUncertain
    ? 'ERR_SEND_UNCERTAIN'
    : (refusalFor(session.capabilities, error.code) ?? 'ERR_SENDING_WAPP_MSG');
  await repo.fail(tx, companyId, next.id, code);
  // Of a template the messenger says to each customer by itself whether it fits.
  const refused = error.code === (next.template ? 'template_refused' : 'contact_restricted');
  if (refused && (await repo.countRefusal(tx, companyId, connectionId, true)) >= MAX_REFUSALS) {
    if (next.template) await putOffTemplate(tx, deps, session, next);
    else await repo.pauseAll(tx, companyId, connectionId);
  }
  return rest(tx, deps, companyId, connectionId, next.id);
}

async function putOffTemplate(
  tx: Tx,
  { clock }: SenderDeps,
  { companyId, connectionId }: ChannelSession,
  { campaignId }: repo.NextRecipient,
): Promise<void> {
  await repo.countRefusal(tx, companyId, connectionId, false);
  await repo.pause(tx, companyId, campaignId, 'template', new Date(clock().getTime() + TEMPLATE_MS));
}
