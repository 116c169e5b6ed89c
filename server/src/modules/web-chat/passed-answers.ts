import { email } from '@balcao/shared/contract/fields.ts';
import { CONTACT_NUMBER } from '@balcao/shared/features/contacts/limits.ts';
import { messagePreview } from '@balcao/shared/features/messages/preview.ts';
import { withCallingCode } from '@balcao/shared/phone/phone.ts';
import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { crashAt } from '../../platform/failpoints.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { contactAtAddress, contactOfProgram } from '../contacts/contacts.service.ts';
import { insertSaid } from '../messages/messages.service.ts';
import { maySpeak } from '../subscription/may-speak.service.ts';
import { ticketOfProgram } from '../tickets/program-ticket.ts';
import * as repo from './passed-answers.repo.ts';
import { passedOn } from './visitor-name.ts';

/**
 * What people have answered to a visitor who has left goes by e-mail or WhatsApp to where the visitor has asked for it, if
 * the company wants that: all of it in one, some time after the last word. A transaction puts it into the outbox there
 * and notes how far it went, so a crash loses none and a repetition doubles none.
 */
export function passedAnswers({ db }: { db: Database }): Job<repo.LeftTicket> {
  return {
    name: 'answers to visitors who left',
    schedule: '*/15 * * * * *',
    processes: 'every',
    due: (now, limit) => db.asSystem((tx) => repo.listDue(tx, now, limit)),
    async take(left, clock) {
      await db.withCompany(left.companyId, (tx) => passOn(tx, left, clock()));
      crashAt('visitor.passed');
    },
  };
}

async function passOn(tx: Tx, left: repo.LeftTicket, now: Date): Promise<void> {
  const visitor = await repo.claim(tx, left, now);
  if (!visitor || !(await maySpeak(tx, left.companyId, now))) return;
  const answers = await repo.listAnswers(tx, left);
  const last = answers.at(-1);
  if (!last) return;
  await repo.markPassedOn(tx, visitor, last.createdAt);
  const contactId = await contactOf(tx, visitor);
  if (contactId !== null) await say(tx, { ...visitor, contactId }, answers, now);
  crashAt('visitor.passing');
}

/** Whoever is written to at what the visitor has filled in; null: nobody can be. */
async function contactOf(tx: Tx, visitor: repo.Elsewhere): Promise<number | null> {
  const { companyId, contactId, contactName, kind, address } = visitor;
  if (kind === 'mail') {
    const known = email.safeParse(address).data;
    return known === undefined ? null : contactAtAddress(tx, companyId, contactId, known);
  }
  const number = withCallingCode(address, null);
  if (number.length < CONTACT_NUMBER.min || number.length > 15) return null;
  const checked = { number, lid: null, unchecked: true };
  return contactOfProgram(tx, companyId, { checked, contactId: null }, contactName);
}

/** Nobody's work begins by it; what is answered there opens the conversation. Files of a mail go with its words. */
async function say(
  tx: Tx,
  visitor: repo.Elsewhere,
  answers: readonly repo.Answer[],
  now: Date,
): Promise<void> {
  const { companyId, connectionId, contactId } = visitor;
  const place = { companyId, connectionId, contactId };
  const ticket = await ticketOfProgram(tx, place, { queueId: null, userId: null, closes: true }, now);
  const { subject, lead } = passedOn(visitor);
  const words = answers.flatMap(({ body, mediaType, mediaId, fileName }) => {
    const said = mediaId === null ? messagePreview(mediaType, body) : body;
    return said === '' || said === fileName ? [] : said;
  });
  const head = uuidv7();
  const common = {
    ...place,
    ticketId: ticket.id,
    userId: answers.at(-1)?.userId ?? null,
    quotedId: null,
    forwarded: false,
    at: now,
  };
  for (const { mediaType, mediaId, fileName } of answers)
    if (mediaId !== null && fileName !== null)
      await insertSaid(
        tx,
        { ...common, id: uuidv7(), body: '', mediaType, mediaId, mailOf: head },
        messagePreview(mediaType, fileName),
      );
  const body = [lead, ...words].join('\n\n');
  const mail = { subject, cc: [], bcc: [] };
  await insertSaid(tx, { ...common, id: head, body, mediaType: 'chat', mediaId: null, mail }, body);
}
