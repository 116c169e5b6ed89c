import { useMemo } from 'react';
import { useBridgeQuery } from '../../../kit/bridge-query.ts';
import { useTexts } from '../../../kit/use-texts.ts';

/** What this person has begun to write, by ticket. That a message was picked to be answered is nothing written yet. */
export function useDrafts(): ReadonlyMap<number, string> {
  const { t } = useTexts();
  const { data } = useBridgeQuery('drafts.list', null);
  return useMemo(
    () =>
      new Map(
        data
          ?.filter(({ body, files }) => body !== '' || files > 0)
          .map(({ ticketId, body, files }) => [ticketId, body || t('tickets:draftFiles', { count: files })]),
      ),
    [data, t],
  );
}
