import {
  type MessageReferral,
  REFERRAL_LIMITS,
  type ReferralKind,
} from '@balcao/shared/features/messages/referral.ts';
import { linkOf, type Maybe, textUpTo } from './card-parts.ts';

/** What somebody outside has said of the way to us, unbounded. */
export interface ReferralDraft {
  title?: Maybe<string>;
  text?: Maybe<string>;
  url?: Maybe<string>;
  picture?: Maybe<Uint8Array>;
  sourceId?: Maybe<string>;
  clickId?: Maybe<string>;
  app?: Maybe<string>;
  entryPoint?: Maybe<string>;
}

const LIMITS = REFERRAL_LIMITS;

/** A referral within its bounds. */
export function referralOfDraft(kind: ReferralKind, draft: ReferralDraft): MessageReferral {
  return {
    kind,
    title: textUpTo(draft.title, LIMITS.title),
    text: textUpTo(draft.text, LIMITS.text),
    url: linkOf(draft.url),
    picture: pictureOf(draft.picture),
    sourceId: wholeUpTo(draft.sourceId, LIMITS.sourceId),
    clickId: wholeUpTo(draft.clickId, LIMITS.clickId),
    app: textUpTo(draft.app, LIMITS.app).toLowerCase(),
    entryPoint: textUpTo(draft.entryPoint, LIMITS.entryPoint),
  };
}

/** An id that is cut would be another's. */
function wholeUpTo(value: unknown, maxChars: number): string {
  const text = textUpTo(value, maxChars + 1);
  return text.length <= maxChars ? text : '';
}

/** Null for what is no JPEG, or too large for a small one. */
function pictureOf(bytes: Maybe<Uint8Array>): string | null {
  if (!bytes || !isJpeg(bytes)) return null;
  const text = Buffer.from(bytes).toString('base64');
  return text.length <= LIMITS.picture ? text : null;
}

const isJpeg = (bytes: Uint8Array): boolean => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;

/** Whoever opens a bot of Telegram by `t.me/<bot>?start=<word>` sends that word with the first message. */
export function referralOfStart(text: string | undefined): MessageReferral | null {
  const word = /^\/start ([\w-]{1,64})$/.exec(text ?? '')?.[1];
  return word ? referralOfDraft('link', { sourceId: word, app: 'telegram', entryPoint: 'start' }) : null;
}

/** Whose app the page is of to which a link leads; empty for others, and for Meta's short links, which all apps use. */
export function appOfLink(url: Maybe<string>): string {
  const host = URL.canParse(url ?? '') ? new URL(url ?? '').hostname : '';
  return APPS.find((app) => host === `${app}.com` || host.endsWith(`.${app}.com`)) ?? '';
}
const APPS = ['facebook', 'instagram'];
