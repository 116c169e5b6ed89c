import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import { bothSpellings, phoneKey } from '@balcao/shared/phone/digits.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { AskFirst } from '../../platform/http/perform.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import {
  NUMBER_QUESTION,
  type NumberAnswer,
  type NumberQuestion,
} from '../../platform/realtime/number-questions.ts';
import { answeringConnection } from './contacts.repo.ts';
import { type CheckedNumber, confirmNumber, get, meet, uncheckedNumber } from './contacts.service.ts';
import { knownNumber, rememberNumber } from './known-numbers.repo.ts';

/** Longer than WhatsApp takes, shorter than people wait. */
const PATIENCE_MS = 5_000;

/** Asks WhatsApp about numbers, by way of the process that holds a connection. */
export interface NumberChecks {
  /** Answers a number as it was typed when no connection is up. ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT. */
  check(actor: Actor, number: string): Promise<CheckedNumber>;
  /**
   * The number that a contact is to have, when it is another than it has. What WhatsApp says of it stays known, whatever
   * becomes of the change. ERR_NO_CONTACT_FOUND, and what `check` throws.
   */
  checkChange(actor: Actor, contactId: number, number: string | undefined): Promise<CheckedNumber | null>;
  /**
   * For a program that writes through a connection, in the transaction that writes: AskFirst for whoever is not known
   * yet; what WhatsApp said of a number lately is not asked again. As it was given when the connection is down, or its
   * messenger says itself whether somebody has the number. ERR_NO_WAPP_FOUND, ERR_CHANNEL_NO_NUMBERS,
   * ERR_WAPP_INVALID_CONTACT, ERR_WAPP_CHECK_CONTACT.
   */
  checkOn(companyId: number, connectionId: number, number: string): (tx: Tx) => Promise<Addressee>;
  /** Makes up for it, before somebody writes to a number that was saved unchecked. ERR_WAPP_INVALID_CONTACT. */
  checkBeforeTalking(actor: Actor, contactId: number): Promise<void>;
}

/** Somebody whom a program names by a number. */
interface Addressee {
  /** Through which it writes. */
  connection: Pick<ConnectionRow, 'kind' | 'channel'>;
  checked: CheckedNumber;
  /** The contact who has the number, where it was seen already. */
  contactId: number | null;
}

export function createNumberChecks({ db, bus }: { db: Database; bus: Bus }): NumberChecks {
  async function ask(actor: Actor, number: string): Promise<NumberAnswer> {
    const { companyId } = actor;
    const connectionId = await db.readCompany(companyId, (tx) => answeringConnection(tx, actor));
    if (connectionId === undefined) return { kind: 'offline' };
    return askOn(companyId, connectionId, number);
  }

  async function askOn(companyId: number, connectionId: number, number: string): Promise<NumberAnswer> {
    const question: NumberQuestion = { companyId, connectionId, spellings: bothSpellings(number) };
    return (await bus.ask<NumberAnswer>(NUMBER_QUESTION, question, PATIENCE_MS)) ?? { kind: 'failed' };
  }

  const check = async (actor: Actor, number: string) => checkedBy(await ask(actor, number), number);

  function checkedBy(answer: NumberAnswer, number: string): CheckedNumber {
    if (answer.kind === 'unknown') throw new AppError('ERR_WAPP_INVALID_CONTACT');
    if (answer.kind === 'failed') throw new AppError('ERR_WAPP_CHECK_CONTACT');
    if (answer.kind === 'offline') return { number, lid: null, unchecked: true };
    return { number: answer.number, lid: answer.lid, unchecked: false };
  }

  return {
    check,
    async checkChange(actor, contactId, number) {
      const { companyId } = actor;
      const before = await db.readCompany(companyId, (tx) => get(tx, actor, contactId));
      if (number === undefined || number === before.number) return null;
      const checked = await check(actor, number);
      await db.withCompany(companyId, (tx) => meet(tx, actor, checked));
      return checked;
    },
    checkOn(companyId, connectionId, number) {
      const key = phoneKey(number);
      let checked: CheckedNumber | undefined;
      const askFirst = async () => {
        const answer = await askOn(companyId, connectionId, number);
        if (answer.kind === 'known' || answer.kind === 'unknown')
          await db.withCompany(companyId, (tx) => rememberNumber(tx, companyId, key, answer));
        checked = checkedBy(answer, number);
      };
      return async (tx) => {
        const found = orNotFound(await knownNumber(tx, companyId, connectionId, key), 'ERR_NO_WAPP_FOUND');
        const { kind, channel, contactId, known, isUp } = found;
        const connection = { kind, channel };
        const { phoneNumbers, templates } = featuresOf(connection);
        if (templates) return { connection, checked: { number, lid: null, unchecked: true }, contactId };
        if (!phoneNumbers) throw new AppError('ERR_CHANNEL_NO_NUMBERS');
        // Whoever was asked for may also be known by another name than the number.
        if (checked) return { connection, checked, contactId: null };
        if (!known && isUp) throw new AskFirst(askFirst);
        return { connection, checked: checkedBy(known ?? { kind: 'offline' }, number), contactId };
      };
    },
    async checkBeforeTalking(actor, contactId) {
      const { companyId } = actor;
      const number = await db.readCompany(companyId, (tx) => uncheckedNumber(tx, actor, contactId));
      if (!number) return;
      const answer = await ask(actor, number);
      if (answer.kind === 'unknown') throw new AppError('ERR_WAPP_INVALID_CONTACT');
      // Not knowing is no reason not to try: what cannot be delivered says so itself.
      if (answer.kind !== 'known') return;
      await db.withCompany(companyId, (tx) => confirmNumber(tx, companyId, contactId, answer));
    },
  };
}
