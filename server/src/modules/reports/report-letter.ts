import type { Report } from '@balcao/shared/features/reports/calls.ts';
import {
  differenceOf,
  NUMBER_NAMES,
  type NumberName,
  writeDifference,
  writeNumber,
} from '@balcao/shared/features/reports/numbers.ts';
import en from '@balcao/shared/features/reports/report-mail/en.json' with { type: 'json' };
import es from '@balcao/shared/features/reports/report-mail/es.json' with { type: 'json' };
import pt from '@balcao/shared/features/reports/report-mail/pt.json' with { type: 'json' };
import type { Language } from '@balcao/shared/text/languages.ts';
import { DAY_STYLES, LOCALES } from '@balcao/shared/time/dates.ts';
import { escapeHtml } from '../../platform/http/escape-html.ts';

const TEXTS = { pt, en, es };

interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** A report as a mail: its numbers with their differences, as words and as a table. */
export function writeReport(
  { company, language }: { company: string; language: Language },
  { period, before }: Report,
  link: string,
): Letter {
  const texts = TEXTS[language];
  const facts = { company, from: writeDay(period.from, language), to: writeDay(period.to, language) };
  const lines = NUMBER_NAMES.map((name) => ({
    label: texts[name satisfies NumberName],
    value: writeNumber(name, period, language),
    change: writeChange(name, period, before, language),
  }));
  const intro = fill(texts.intro, facts);
  const words = lines.map(({ label, value, change }) => `${label}: ${value}${change ? ` (${change})` : ''}`);
  return {
    subject: fill(texts.subject, facts),
    text: `${intro}\n\n${words.join('\n')}\n\n${texts.open}: ${link}\n\n${texts.end}\n`,
    html: pageOf(language, [
      `<p>${escapeHtml(intro)}</p>`,
      tableOf([texts.figure, texts.value, texts.change], lines),
      `<p><a href="${escapeHtml(link)}">${escapeHtml(texts.open)}</a></p>`,
      `<p style="color:#666">${escapeHtml(texts.end)}</p>`,
    ]),
  };
}

function writeChange(name: NumberName, now: Report['period'], before: Report['before'], language: Language) {
  const difference = differenceOf(name, now, before);
  const points = (value: string) => fill(TEXTS[language].points, { value });
  return difference ? writeDifference(difference, language, points) : '';
}

const writeDay = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(LOCALES[language], { ...DAY_STYLES[language], timeZone: 'UTC' }).format(
    new Date(day),
  );

const fill = (template: string, values: Record<string, string>): string =>
  template.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);

const CELL = 'padding:6px 12px;border-bottom:1px solid #ddd';

function tableOf(head: string[], lines: { label: string; value: string; change: string }[]): string {
  const row = (cells: string[], tag: 'th' | 'td') =>
    `<tr>${cells
      .map((cell, place) => {
        const side = place === 0 ? 'left' : 'right';
        return `<${tag} style="${CELL};text-align:${side}">${escapeHtml(cell)}</${tag}>`;
      })
      .join('')}</tr>`;
  const rows = lines.map(({ label, value, change }) => row([label, value, change], 'td'));
  return `<table style="border-collapse:collapse">${row(head, 'th')}${rows.join('')}</table>`;
}

const pageOf = (language: Language, parts: string[]): string =>
  `<!doctype html><html lang="${LOCALES[language]}"><body style="font-family:sans-serif">${parts.join('\n')}</body></html>`;
