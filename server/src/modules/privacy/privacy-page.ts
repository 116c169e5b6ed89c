import { DELIVERIES_KEPT_DAYS } from '@balcao/shared/features/deliveries/limits.ts';
import en from '@balcao/shared/features/privacy/privacy-page/en.json' with { type: 'json' };
import es from '@balcao/shared/features/privacy/privacy-page/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/privacy/privacy-page/pt.json' with { type: 'json' };
import type { RetentionKind } from '@balcao/shared/features/retention/kinds.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { LOCALES } from '@balcao/shared/time/dates.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';
import type { PublishedPrivacy } from './privacy.repo.ts';

const TEXTS = { pt, en, es };

/** What is kept of a person, in the order of the page, and which ages let it go, if the company has set them. */
const KINDS = {
  contact: [],
  conversations: ['tickets'],
  visits: [],
  files: ['files', 'tickets'],
  notes: ['notes', 'tickets'],
  campaigns: [],
  ratings: ['tickets'],
} as const satisfies Record<keyof typeof pt.kept, readonly RetentionKind[]>;

type MonthsKept = ReadonlyMap<RetentionKind, number>;

/** For how long each kind is kept. */
function keptFor({ hasWebChat }: PublishedPrivacy, months: MonthsKept, language: Language) {
  const { kept, forMonths, whileNeeded } = TEXTS[language];
  const unit = { style: 'unit', unit: 'month', unitDisplay: 'long' } as const;
  const written = new Intl.NumberFormat(LOCALES[language], unit);
  const kinds = Object.entries(KINDS).filter(([kind]) => kind !== 'visits' || hasWebChat);
  return kinds.map(([kind, ages]: [string, readonly RetentionKind[]]) => {
    const set = ages.flatMap((age) => months.get(age) ?? []);
    const howLong =
      set.length > 0 ? forMonths.replace('{{time}}', written.format(Math.min(...set))) : whileNeeded;
    return { what: kept[kind as keyof typeof kept], howLong };
  });
}

/** Who else has it. @property backupDays for how long a copy stays; null: this server makes none */
function sharedWith(
  { usesAi, tellsOthers }: PublishedPrivacy,
  { months, backupDays }: { months: MonthsKept; backupDays: number | null },
  language: Language,
): string[] {
  const { shared } = TEXTS[language];
  const written = (unit: 'day' | 'month', count: number) =>
    new Intl.NumberFormat(LOCALES[language], { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  const told = months.get('deliveries');
  const logged = told ? written('month', told) : written('day', DELIVERIES_KEPT_DAYS);
  return [
    shared.messengers,
    ...(usesAi ? [shared.ai] : []),
    ...(tellsOthers ? [shared.systems.replace('{{time}}', logged)] : []),
    ...(backupDays === null ? [] : [shared.backups.replace('{{time}}', written('day', backupDays))]),
  ];
}

/** The page of a company that publishes one. */
export function writePrivacyPage(
  published: PublishedPrivacy,
  { months, backupDays }: { months: MonthsKept; backupDays: number | null },
  language: Language,
) {
  const { company, words, contact } = published;
  const texts = TEXTS[language];
  const name = escapeHtml(company);
  const kept = keptFor(published, months, language).map(
    ({ what, howLong }) => `<dt>${what}</dt><dd>${howLong}</dd>`,
  );
  const shared = sharedWith(published, { months, backupDays }, language).map((line) => `<li>${line}</li>`);
  const rights = Object.values(texts.rights).map((right) => `<li>${right}</li>`);
  return {
    title: `${texts.title} · ${name}`,
    body: `      <h1>${name}</h1>
      <p class="subtitle">${texts.title}</p>
${paragraphs(words)}
      <h2>${texts.keptTitle}</h2>
      <dl>${kept.join('')}</dl>
      <h2>${texts.sharedTitle}</h2>
      <ul>${shared.join('')}</ul>
      <h2>${texts.rightsTitle}</h2>
      <ul>${rights.join('')}</ul>
      <h2>${texts.contactTitle}</h2>
${paragraphs(contact || texts.contactByChat)}`,
  };
}

/** Blank lines part paragraphs; other ends of lines stay. */
const paragraphs = (text: string): string =>
  text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part) => `      <p>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('\n');
