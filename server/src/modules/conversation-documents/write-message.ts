import { readVcards, wholeNumber } from '@balcao/shared/features/contacts/vcard/read-vcards.ts';
import { referralHeading, referralName } from '@balcao/shared/features/tickets/referral-name.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import { createTimes, type WriteTime } from '../../platform/written-times.ts';
import type { StepRow } from '../messages/message-steps.service.ts';
import type { Conversation, LedgerMessage } from './conversation-documents.service.ts';
import { fill, TEXTS, type Texts } from './texts.ts';

/** A file of a message, as it is in the archive. */
export interface KeptFile {
  name: string;
  /** Null: it could not be taken along. */
  sha256: string | null;
}

/** What of a message lies beside its page: its file, and how a mail looks. */
export interface Taken {
  file: KeptFile | null;
  page: KeptFile | null;
}

/** Writes a message with its file, its times and what became of it. */
export function createMessageWriter(
  conversation: Conversation,
): (message: LedgerMessage, taken: Taken) => string {
  const texts = TEXTS[conversation.language];
  const time = createTimes(conversation);
  const contact = displayName(conversation.contact);

  return (message, taken) => {
    const { createdAt, fromMe } = message;
    const at = `<time datetime="${createdAt.toISOString()}">${escapeHtml(time(createdAt))}</time>`;
    const marks = [
      fromMe ? texts.conversation.origins[message.origin] : '',
      message.forwarded ? texts.conversation.forwarded : '',
      message.isEdited && !message.isDeleted ? texts.tickets.edited : '',
      message.isDeleted ? texts.tickets.deleted : '',
    ].filter(Boolean);
    const author = fromMe ? (message.userName ?? conversation.company) : message.participantName || contact;
    return [
      `<article class="${fromMe ? 'ours' : 'theirs'}">`,
      `<header><b>${escapeHtml(author)}</b> · ${[...marks.map(escapeHtml), at].join(' · ')}</header>`,
      quoteOf(message, contact, conversation.company, texts),
      contentOf(message, taken.file, texts),
      translationsOf(message, conversation.language, texts),
      mailOf(message, taken.page, texts),
      referralOf(message, conversation.language),
      earlierOf(message, texts),
      factsOf(message, time, texts),
      stepsOf(message, time, texts),
      '</article>\n',
    ]
      .filter(Boolean)
      .join('\n');
  };
}

/** Enough to recognise it. */
const QUOTE_CHARS = 300;

function quoteOf(
  { isReply, quoted, quotedSnippet }: LedgerMessage,
  contact: string,
  company: string,
  texts: Texts,
): string {
  if (!isReply && !quotedSnippet) return '';
  const { reply, replyHidden } = texts.document;
  const words = quoted
    ? [kindOf(quoted, texts), wordsOf(quoted)].filter(Boolean).join(': ')
    : quotedSnippet || replyHidden;
  const author = quoted && (quoted.fromMe ? company : quoted.participantName || contact);
  const said = [author, words.slice(0, QUOTE_CHARS).toWellFormed()].filter(Boolean).join(': ');
  return `<blockquote>${escapeHtml(reply)} ${escapeHtml(said)}</blockquote>`;
}

function contentOf(message: LedgerMessage, kept: KeptFile | null, texts: Texts): string {
  const { body, file, transcript, poll, reactions, viewOnce } = message;
  const kind = viewOnce ? texts.conversation.viewOnce : kindOf(message, texts);
  const words = body === file?.name ? '' : wordsOf(message);
  const votes = poll?.options.map((option, place) => {
    const count = Object.values(poll.votes).filter((chosen) => chosen.includes(place)).length;
    return `<li>${escapeHtml(option)}: ${count}</li>`;
  });
  const given = reactions.map(({ emoji, name }) => `${emoji} ${name}`.trim()).join(', ');
  return [
    kind ? `<p>[${escapeHtml(kind)}]</p>` : '',
    words ? `<p class="said">${escapeHtml(words)}</p>` : '',
    votes ? `<ul>${votes.join('')}</ul>` : '',
    file ? fileOf(file, kept, texts) : '',
    transcript ? `<p class="facts">${escapeHtml(`${texts.document.transcript}: ${transcript}`)}</p>` : '',
    given ? `<p class="facts">${escapeHtml(`${texts.document.reactions}: ${given}`)}</p>` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

function translationsOf({ translations }: LedgerMessage, language: Language, { document }: Texts): string {
  if (translations.length === 0) return '';
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return translations
    .map(
      ({ language: into, text }) =>
        `${fill(document.translation, { language: names.of(into) ?? into })}: ${text}`,
    )
    .map((said) => `<p class="facts">${escapeHtml(said)}</p>`)
    .join('\n');
}

type Said = Pick<LedgerMessage, 'mediaType' | 'cardKind' | 'body'>;

function kindOf({ mediaType, cardKind }: Said, { tickets }: Texts): string {
  const kind = cardKind ?? mediaType;
  return kind === 'chat' ? '' : tickets.kinds[kind];
}

function wordsOf({ mediaType, body }: Said): string {
  if (mediaType === 'call_log') return '';
  // The body is `image | link | description`.
  if (mediaType === 'locationMessage' && body.includes('|')) {
    const [, link = '', ...description] = body.split('|').map((part) => part.trim());
    return [...description, link].filter(Boolean).join('\n');
  }
  if (mediaType !== 'vcard') return body;
  const people = [...readVcards(body)];
  return (
    people
      .map(({ name, organization, phones, emails, note }) =>
        [name, organization, ...phones.map(wholeNumber), ...emails, note].filter(Boolean).join(', '),
      )
      .join('\n') || body
  );
}

/** Who has a mail, what it repeats and how it looks: its subject and words stand in the message. */
function mailOf({ card }: LedgerMessage, page: KeptFile | null, { document }: Texts): string {
  if (!card?.mail) return '';
  const { from, to, cc, quoted, signature } = card.mail;
  const { mail: texts } = document;
  const facts = Object.entries({
    subject: card.title,
    from,
    to: to.join(', '),
    cc: cc.join(', '),
    signature,
    quoted,
  });
  return [
    ...facts.flatMap(([fact, said]) =>
      said ? [`<p class="facts">${escapeHtml(`${texts[fact as keyof typeof texts]}: ${said}`)}</p>`] : [],
    ),
    page ? `<p class="facts">${escapeHtml(texts.page)}:</p>${linkTo(page)}` : '',
  ]
    .filter(Boolean)
    .join('\n');
}

/** By what the customer came, as their messenger told it. */
function referralOf({ referral }: LedgerMessage, language: Language): string {
  if (!referral) return '';
  const { text, url, app, entryPoint, sourceId, clickId } = referral;
  const facts = [referralName(referral, language), text, url, app, entryPoint, sourceId, clickId];
  const said = [...new Set(facts)].filter(Boolean).join(' · ');
  return `<p class="facts">${escapeHtml(`${referralHeading(language)}: ${said}`)}</p>`;
}

const SHOWN: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);

/** A picture is shown; every file is named, with its hash or with why there is none. */
function fileOf(
  { name, mime, state }: NonNullable<LedgerMessage['file']>,
  kept: KeptFile | null,
  { document: { file: texts } }: Texts,
): string {
  if (!kept || kept.sha256 === null) {
    const why = state === 'stored' || state === 'gone' ? texts.missing : texts.notFetched;
    return `<p class="facts">${escapeHtml([name, why].filter(Boolean).join(': '))}</p>`;
  }
  return linkTo(kept, SHOWN.has(mime) ? name : null);
}

/** With its hash. @param picture its alternative text; null: it is none */
function linkTo({ name, sha256 }: KeptFile, picture: string | null = null): string {
  const link = escapeHtml(name.split('/').map(encodeURIComponent).join('/'));
  const shown = picture === null ? '' : `<img src="${link}" alt="${escapeHtml(picture)}">`;
  return `<a href="${link}">${shown}${escapeHtml(name)}</a>
<p class="facts">SHA-256 <code>${sha256}</code></p>`;
}

function earlierOf({ earlierBodies }: LedgerMessage, { conversation }: Texts): string {
  if (earlierBodies.length === 0) return '';
  const bodies = earlierBodies.map((body) => `<p class="earlier"><s>${escapeHtml(body)}</s></p>`);
  return `<p class="facts">${escapeHtml(conversation.infoEarlier)}</p>${bodies.join('')}`;
}

/** When it was stored, sent, delivered, read and played, as what, and through which connection. */
function factsOf(message: LedgerMessage, time: WriteTime, { conversation, document }: Texts): string {
  const { storedAt, queuedAt, sentAt, deliveredAt, readAt, playedAt, members, waId, connectionName } =
    message;
  const times = {
    stored: storedAt,
    queued: queuedAt,
    sent: sentAt,
    delivered: deliveredAt,
    read: readAt,
    played: playedAt,
  };
  const steps = Object.entries(times).flatMap(([step, at]) =>
    at ? [`${conversation.infoTimes[step as keyof typeof times]}: ${time(at)}`] : [],
  );
  const ids = [
    `${conversation.infoConnection}: ${connectionName}`,
    waId ? `${conversation.infoWaId}: ${waId}` : '',
    members ? fill(document.members, members) : '',
  ].filter(Boolean);
  return [steps, ids].map((facts) => `<p class="facts">${escapeHtml(facts.join(' · '))}</p>`).join('\n');
}

/** What became of it besides, the oldest first; of one that has failed also why, if nothing tells it yet. */
function stepsOf(message: LedgerMessage, time: WriteTime, texts: Texts): string {
  const { conversation, errors } = texts;
  const steps = message.steps ?? [];
  const lines = steps.map(({ kind, at, by, errorCode }) => {
    const done = `${conversation.infoSteps[kind]}: ${time(new Date(at))}`;
    return [
      done,
      authorOf({ kind, by }, message.fromMe, texts),
      errorCode ? (errors[errorCode] ?? errorCode) : '',
    ];
  });
  const { errorCode } = message;
  if (errorCode && !steps.some((step) => step.errorCode === errorCode))
    lines.push([`${conversation.infoError}: ${errors[errorCode] ?? errorCode}`]);
  if (lines.length === 0) return '';
  const items = lines.map((line) => `<li>${escapeHtml(line.filter(Boolean).join(' · '))}</li>`);
  return `<ul class="steps">${items.join('')}</ul>`;
}

function authorOf({ kind, by }: Pick<StepRow, 'kind' | 'by'>, fromMe: boolean, { document }: Texts): string {
  if (by !== null) return fill(document.by, { name: by });
  if (kind !== 'edited' && kind !== 'deleted') return '';
  return fromMe ? document.ours : document.theirs;
}
