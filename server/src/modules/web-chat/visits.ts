import type { AboutVisitor, PageFacts } from '@balcao/shared/features/web-chat/protocol.ts';
import type { Visit } from '@balcao/shared/features/web-chat/visit.ts';
import type { VisitorLine } from './visitor-line.ts';

/** Strangers write it: no half characters, nothing that a text of PostgreSQL cannot hold. */
export const clean = (text: string): string => text.toWellFormed().replaceAll('\0', '');

export const cleanPage = ({ url, title, referrer, campaign }: PageFacts): PageFacts => ({
  url: clean(url),
  title: clean(title),
  referrer: clean(referrer),
  campaign: Object.fromEntries(Object.entries(campaign).map(([name, value]) => [clean(name), clean(value)])),
});

/** What a line knows of its visitor. */
export function factsOf(
  { browser, language, utcOffset }: VisitorLine,
  about: AboutVisitor | null,
  now: Date,
): Partial<Visit> {
  return {
    browser,
    language: clean(language),
    utcOffset,
    ...(about?.email ? { email: clean(about.email).trim() } : {}),
    ...(about?.phone ? { phone: clean(about.phone).trim() } : {}),
    ...(about?.consent ? { consentAt: now.toISOString() } : {}),
  };
}

const NO_PAGE: PageFacts = { url: '', title: '', referrer: '', campaign: {} };

export const presentVisit = (facts: Partial<Visit> & { seenAt: string }): Visit => ({
  page: NO_PAGE,
  browser: '',
  language: '',
  utcOffset: 0,
  email: '',
  phone: '',
  consentAt: null,
  pages: [],
  ...facts,
});

/** The name under which what is known of a visitor stands: that of the browser, which they always have. */
export const visitName = ({ names }: VisitorLine): string => names.at(-1) ?? '';
