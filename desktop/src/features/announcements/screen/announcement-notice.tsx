import { HIGH } from '@balcao/shared/features/announcements/row.ts';
import { useState } from 'react';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useDelayed } from '../../../renderer/kit/use-delayed.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AnnouncementReader } from './announcement-reader.tsx';

/** As long as what came while the console was away needs to be on the screen. */
const SETTLED_MS = 2_000;

/**
 * After the sign-in: what is urgent and was never read, one after the other. What comes later disturbs nobody at work:
 * the top bar counts it.
 */
export function AnnouncementNotice({ waits }: { waits: boolean }) {
  const { t } = useTexts();
  const { data: announcements } = useBridgeQuery('announcements.list', null);
  const { data: sync } = useBridgeQuery('sync.status', null);
  const { mutate: read } = useBridgeCommand('announcements.read');
  const isSettled = useDelayed(sync?.phase === 'live' && announcements !== undefined, SETTLED_MS);
  const urgent = (announcements ?? []).filter(({ priority, unread }) => priority === HIGH && unread);
  const [found, setFound] = useState<readonly number[] | null>(null);
  if (isSettled && found === null) setFound(urgent.map(({ id }) => id));
  const [next = null] = urgent.filter(({ id }) => found?.includes(id) ?? true);
  return (
    <AnnouncementReader
      announcement={waits ? null : next}
      title={t('announcements:inbox.notice')}
      onClose={() => next && read({ ids: [next.id] })}
    />
  );
}
