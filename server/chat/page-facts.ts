import type { PageFacts } from '@balcao/shared/features/web-chat/protocol.ts';
import type { Store } from './line/store.ts';

/** Parameters that say by which campaign somebody came. */
const CAMPAIGN = /^(utm_\w+|gclid|fbclid|msclkid|ttclid|ref)$/;
const MOST_PARAMETERS = 20;

/** The page on which the chat is, with what led to the visitor's first page, which is kept. */
export function pageFacts(store: Store): PageFacts {
  const first = (store.read('first') ?? firstPage(store)) as Pick<PageFacts, 'referrer' | 'campaign'>;
  return { url: location.href.slice(0, 2_000), title: document.title.slice(0, 300), ...first };
}

function firstPage(store: Store): Pick<PageFacts, 'referrer' | 'campaign'> {
  const named = [...new URLSearchParams(location.search)].filter(([name]) => CAMPAIGN.test(name));
  const first = {
    referrer: document.referrer.slice(0, 2_000),
    campaign: Object.fromEntries(
      named.slice(0, MOST_PARAMETERS).map(([name, value]) => [name.slice(0, 40), value.slice(0, 200)]),
    ),
  };
  store.write('first', first);
  return first;
}
