import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { type CampaignRecipient, listRecipients } from '@balcao/shared/features/campaigns/calls.ts';
import type { RecipientState } from '@balcao/shared/features/campaigns/row.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApiRead } from '../../../renderer/kit/api-query.ts';

type StateFilter = RecipientState | 'answered';

export interface Filter {
  state?: StateFilter;
  searchParam?: string;
}

type RecipientPage = RouteOutput<typeof listRecipients>;

/** Behind the last one of a page; undefined: there is no further one. */
const nextOf = ({ recipients, hasMore }: RecipientPage) => (hasMore ? recipients.at(-1)?.id : undefined);

function useReadPage(campaignId: number, filter: Filter) {
  const read = useApiRead();
  return (after: number | null): Promise<RecipientPage> =>
    read(listRecipients, {
      params: { campaignId },
      query: { ...filter, ...(after === null ? {} : { after }) },
    });
}

/** @param everyMs reads again at this interval, as long as only the first page is shown: all of them would be too many */
export function useRecipients(campaignId: number, filter: Filter, everyMs: number | null) {
  const readPage = useReadPage(campaignId, filter);
  const result = useInfiniteQuery({
    // Found by the first two, like whatever else is read of campaigns.
    queryKey: ['api', 'campaigns', 'recipients', campaignId, filter],
    queryFn: ({ pageParam }) => readPage(pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: nextOf,
    refetchInterval: ({ state }) => (everyMs !== null && state.data?.pages.length === 1 ? everyMs : false),
    refetchOnWindowFocus: true,
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const rows = (result.data?.pages ?? []).flatMap(({ recipients }) => recipients);
  return { ...result, rows: [...new Map(rows.map((row) => [row.id, row])).values()] };
}

/** All of them, page by page, until somebody has left. */
export function useAllRecipients(campaignId: number, filter: Filter) {
  const readPage = useReadPage(campaignId, filter);
  return async (each: (recipient: CampaignRecipient) => void, isWanted: () => boolean): Promise<void> => {
    for (let after: number | null | undefined = null; after !== undefined && isWanted(); ) {
      const page: RecipientPage = await readPage(after);
      for (const recipient of page.recipients) each(recipient);
      after = nextOf(page);
    }
  };
}
