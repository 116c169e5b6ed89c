import { useEffect } from 'react';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useErrorText } from '../../../../renderer/kit/error-text.ts';
import { navigate } from '../../../../renderer/kit/navigate.ts';
import { showToast } from '../../../../renderer/kit/toasts.tsx';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useListView } from '../use-list-view.ts';
import { useOpenView } from './use-views.ts';

/** The address of a view, which a link opens: the tickets, as the view shows them. */
export function ViewPage({ id }: { id: number }) {
  const errorText = useErrorText();
  const { data: views } = useRows('ticketView');
  const { ready } = useListView();
  const { data: sync } = useBridgeQuery('sync.status', null);
  const isComing = sync?.phase === 'connecting' || sync?.phase === 'catchingUp';
  const open = useOpenView();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when all are known
  useEffect(() => {
    if (!ready || !views) return;
    const view = views.find((known) => known.id === id);
    // It may be newer than what is here.
    if (!view && (!sync || isComing)) return;
    if (view) open(view);
    else showToast(errorText('ERR_NO_TICKET_VIEW_FOUND'), { color: 'red' });
    navigate('/tickets', { replace: true });
  }, [ready, views, id, isComing, sync !== undefined]);
  return null;
}
