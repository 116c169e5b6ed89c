import { AppError, ERRORS } from '@balcao/shared/errors.ts';
import { CHAT_CLOSE, CHAT_PROTOCOL } from '@balcao/shared/features/web-chat/line.ts';
import type { PageFacts, SayMessageFrame, VisitorFrame } from '@balcao/shared/features/web-chat/protocol.ts';
import type { TypingState } from '@balcao/shared/sync/ephemeral.ts';
import { crashAt } from '../../platform/failpoints.ts';
import { CUSTOMER_TYPING, type TicketTyping } from '../../platform/realtime/typing-topics.ts';
import { keepNotice, type VisitorDeps } from './visitor-deps.ts';
import { earlier, greet } from './visitor-greeting.ts';
import type { VisitorLine } from './visitor-line.ts';
import { goingOn, visitorName } from './visitor-name.ts';
import type { Visitor } from './visitor-proofs.ts';
import * as repo from './visitors.repo.ts';
import * as visits from './visits.repo.ts';
import { clean, cleanPage, factsOf, visitName } from './visits.ts';
import { codeFor } from './whatsapp-codes.service.ts';

/** Whoever writes is told to consoles this often. */
const TYPING_MS = 3_000;
const AGAIN_MS = { tooFast: 5_000, tooMany: 30_000, away: 5_000 };

/** Does what a visitor says. One frame of a line after the other. */
export async function hear(deps: VisitorDeps, line: VisitorLine, frame: VisitorFrame): Promise<void> {
  if (frame.type === 'hello') {
    if (line.visitor) return line.end(CHAT_CLOSE.nonsense);
    if (frame.protocol !== CHAT_PROTOCOL) return line.end(CHAT_CLOSE.tooOld);
    if (!deps.limits.mayCome(line.address)) return line.end(CHAT_CLOSE.tooMany);
    return greet(deps, line, frame);
  }
  const { visitor } = line;
  if (!visitor) return line.end(CHAT_CLOSE.nonsense);
  switch (frame.type) {
    case 'message':
      return say(deps, line, visitor, frame);
    case 'tick':
      return tick(deps, line, frame);
    case 'typing':
      return tellTyping(deps, line, frame.state);
    case 'page':
      return follow(deps, line, visitor, frame.page);
    case 'earlier':
      return earlier(deps, line, frame.before);
    case 'whatsapp':
      return leadToWhatsApp(deps, line);
  }
}

async function say(
  deps: VisitorDeps,
  line: VisitorLine,
  visitor: Visitor,
  frame: SayMessageFrame,
): Promise<void> {
  const { db, limits, rooms } = deps;
  const { chat } = line;
  const { id, about } = frame;
  const refuse = (code: string, retryMs: number | null) => line.send({ type: 'refused', id, code, retryMs });
  const text = clean(frame.text);
  if (text.trim() === '' && frame.file === null) return refuse('ERR_VALIDATION', null);
  if (!limits.mayWrite(visitor.id)) return refuse('ERR_TOO_MANY_REQUESTS', AGAIN_MS.tooFast);
  const isNew = line.contactId === null;
  if (isNew && !line.hasSpoken && !limits.mayBegin(line.address, chat.key))
    return refuse('ERR_TOO_MANY_REQUESTS', AGAIN_MS.tooMany);
  const said = line.page;
  const page = isNew && !line.hasSpoken ? said : null;
  line.hasSpoken = true;
  line.name ||= clean(about?.name ?? '').trim();
  try {
    await rooms.begin(chat.companyId);
    await db.withCompany(chat.companyId, async (tx) => {
      const mediaId = frame.file && deps.proofs.fileOf(chat, visitor, frame.file);
      const file = mediaId && (await repo.findFile(tx, chat.companyId, mediaId));
      if (mediaId && !file) throw new AppError('ERR_NO_MEDIA_FOUND');
      // Where somebody says something, not where they only pass.
      if (isNew || about || said !== line.keptPage)
        await visits.keep(tx, chat.companyId, visitName(line), {
          ...factsOf(line, about, deps.clock()),
          ...(said ? { page: cleanPage(said) } : {}),
        });
      await keepNotice(tx, chat, {
        kind: 'message',
        people: [...line.names],
        id,
        name: line.name,
        otherName: visitorName(chat, visitor),
        text,
        file: file || null,
        tap: frame.tap,
        quoted: frame.quoted,
        page: page && cleanPage(page),
      });
    });
    crashAt('visitor.kept');
    line.keptPage = said;
    line.send({ type: 'stored', id });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refuse(error.code, ERRORS[error.code].retryable ? AGAIN_MS.away : null);
  }
}

/** Another page of somebody who has written, if the shop follows them. */
async function follow(
  { db, limits, clock }: VisitorDeps,
  line: VisitorLine,
  visitor: Visitor,
  page: PageFacts,
): Promise<void> {
  const { chat, contactId } = line;
  line.page = page;
  if (!chat.settings.followsPages || contactId === null || !limits.mayTick(visitor.id)) return;
  const { url, title } = cleanPage(page);
  await db.withCompany(chat.companyId, (tx) =>
    visits.addPage(tx, chat.companyId, visitName(line), { url, title, at: clock().toISOString() }),
  );
}

async function tick(
  { db, limits }: VisitorDeps,
  { chat, names, contactId, visitor }: VisitorLine,
  { ids, status }: Extract<VisitorFrame, { type: 'tick' }>,
): Promise<void> {
  // Lost ticks are told again by the next look of the visitor.
  if (contactId === null || !visitor || !limits.mayTick(visitor.id)) return;
  await db.withCompany(chat.companyId, async (tx) => {
    const known = await repo.ownIds(tx, chat, contactId, ids);
    if (known.length > 0)
      await keepNotice(tx, chat, { kind: 'tick', people: [...names], ids: known, status });
  });
}

async function tellTyping({ db, bus }: VisitorDeps, line: VisitorLine, state: TypingState): Promise<void> {
  const { chat, contactId } = line;
  const now = performance.now();
  if (contactId === null || (state !== 'paused' && now - line.typingToldAt < TYPING_MS)) return;
  // The end of nothing.
  if (state === 'paused' && line.typingToldAt === 0) return;
  line.typingToldAt = state === 'paused' ? 0 : now;
  const { companyId, connectionId } = chat;
  const ticketId = await db.readCompany(companyId, (tx) =>
    repo.openTicket(tx, companyId, connectionId, contactId),
  );
  if (ticketId !== undefined)
    bus.send(CUSTOMER_TYPING, { companyId, ticketId, state } satisfies TicketTyping);
}

/** Whoever has said something here is the same person there. */
function leadToWhatsApp({ secrets, clock }: VisitorDeps, line: VisitorLine): void {
  const { chat, contactId, language } = line;
  const { companyId, whatsApp } = chat;
  if (whatsApp === null) {
    line.send({ type: 'refused', id: null, code: 'ERR_CHANNEL_CANNOT', retryMs: null });
    return;
  }
  const code = contactId === null ? '' : codeFor(secrets, { companyId, contactId }, clock());
  const text = encodeURIComponent(goingOn(chat, language, code));
  line.send({ type: 'whatsapp', url: `https://wa.me/${whatsApp}?text=${text}`, code });
}
