import type { MessageReferral, ReferralKind } from '@balcao/shared/features/messages/referral.ts';
import type { PageFacts } from '@balcao/shared/features/web-chat/protocol.ts';
import { referralOfDraft } from '../referral-parts.ts';

const SEARCHED = /(^|\.)(google|bing|duckduckgo|yahoo|ecosia|yandex|startpage|qwant)\./;
const CLICKS = ['gclid', 'gbraid', 'wbraid', 'fbclid', 'msclkid', 'ttclid'];
const PAID = /^(cpc|ppc|cpm|paid|ads?|display|paid[-_ ]?social)$/i;

/** What led a visitor to the page: the campaign that its address names, else the page before; null: neither. */
export function referralOfPage({ url, title, referrer, campaign }: PageFacts): MessageReferral | null {
  const source = campaign.utm_source ?? '';
  const name = campaign.utm_campaign ?? '';
  const clickId = CLICKS.map((click) => campaign[click]).find(Boolean) ?? '';
  const from = hostOf(referrer);
  const isOutside = from !== '' && from !== hostOf(url);
  const kind: ReferralKind | null =
    clickId || PAID.test(campaign.utm_medium ?? '')
      ? 'ad'
      : source || name
        ? 'link'
        : isOutside
          ? SEARCHED.test(from)
            ? 'search'
            : 'link'
          : null;
  if (kind === null) return null;
  return referralOfDraft(kind, {
    title: name || source || from,
    text: title,
    url,
    sourceId: name || source || from,
    clickId,
    app: source || from,
    entryPoint: 'web',
  });
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');
