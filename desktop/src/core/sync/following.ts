import { AppError } from '@balcao/shared/errors.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import type { Connection } from './connection.ts';
import { createInterest, type Interest } from './interest.ts';
import { createInterestReporter, type InterestReporter } from './interest-reporter.ts';
import { createPageFetcher, type PageFetcher } from './page-fetcher.ts';
import { createRequests } from './requests.ts';
import { createTails, type Tails } from './tails.ts';

/** What this console follows of all that the server has: what is on a screen, and what was asked for. */
export interface Following {
  confirmed: Interest['confirmed'];
  reporter: InterestReporter;
  pages: PageFetcher;
  tails: Tails;
  /** The server has forgotten what was told and asked over the line. */
  disconnected(): void;
}

export function createFollowing(store: Store, connection: Connection, clock: Clock): Following {
  const interest = createInterest();
  const requests = createRequests(clock, connection.send);
  const pages = createPageFetcher({ store, connection, interest, requests });
  const tails = createTails(store, pages);

  return {
    confirmed: interest.confirmed,
    reporter: createInterestReporter({ store, connection, interest, requests }),
    pages,
    tails,
    disconnected() {
      interest.forget();
      tails.clear();
      requests.failAll(new AppError('ERR_OFFLINE'));
    },
  };
}
