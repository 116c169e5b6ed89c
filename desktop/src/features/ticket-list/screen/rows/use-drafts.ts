import { useMemo } from 'react';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';

/** The agent's drafts, by ticket. A message picked to be answered is no draft yet. */
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
