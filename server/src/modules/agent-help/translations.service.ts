import type { Actor, Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Translation } from '@balcao/shared/features/agent-help/calls.ts';
import { isWorded } from '@balcao/shared/features/agent-help/kinds.ts';
import { sightOf } from '@balcao/shared/permissions.ts';
import type { Tx } from '../../platform/db/client.ts';
import { assertSeen } from '../contacts/contacts.service.ts';
import { askHelper, findHelper, type HelpDeps } from './helper.ts';
import { translationOf } from './instructions.ts';
import * as repo from './translations.repo.ts';

/** A translation of more is longer than the AI may answer: the rest is left out, and shown to be. */
const MAX_CHARS = 3_000;

/** In another language, from what was kept or by asking. Throws what `translateMessage` lists. */
export async function translate(
  deps: HelpDeps,
  actor: Person,
  messageId: string,
  language: string,
): Promise<Translation> {
  const { companyId } = actor;
  const { message, helper } = await deps.db.readCompany(companyId, async (tx) => {
    const message = await repo.findMessage(tx, companyId, messageId, language);
    if (!message || !sightOf(actor)(message.scopes)) throw new AppError('ERR_NO_MESSAGE_FOUND');
    return { message, helper: await findHelper(tx, deps, companyId, 'translate') };
  });
  const { body, mediaType, kept, fromMe, contactId, ticketId } = message;
  if (body.trim() === '' || !isWorded(mediaType)) throw new AppError('ERR_NOTHING_TO_TRANSLATE');
  if (kept) return kept;
  const asked = translationOf(body.slice(0, MAX_CHARS), language);
  const { text, isCut } = await askHelper(deps, companyId, helper, asked, ticketId);
  const translation = readTranslation(isCut || body.length > MAX_CHARS ? `${text} […]` : text);
  await deps.db.withCompany(companyId, async (tx) => {
    await repo.keep(tx, companyId, messageId, { body, language, ...translation });
    if (translation.from && !fromMe) await repo.remember(tx, companyId, contactId, translation.from);
  });
  return translation;
}

/** ERR_NO_CONTACT_FOUND. */
export async function languageOf(
  tx: Tx,
  actor: Actor,
  contactId: number,
): Promise<{ language: string | null }> {
  await assertSeen(tx, actor, contactId);
  return { language: await repo.findLanguage(tx, actor.companyId, contactId) };
}

const KNOWN = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The first line names a language, or belongs to the words of an AI that does not follow. */
function readTranslation(answer: string): Translation {
  const [, from, words = ''] = /^`?([a-z]{2})(?:-\w+)?`?\s*\n(.*)$/s.exec(answer) ?? [];
  const isNamed = from !== undefined && KNOWN.of(from) !== undefined && words.trim() !== '';
  return isNamed ? { text: words.trim(), from } : { text: answer, from: null };
}
