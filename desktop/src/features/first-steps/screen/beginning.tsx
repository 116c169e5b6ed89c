import { type ComponentType, lazy, Suspense } from 'react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useLayoutDialogs } from '../../../renderer/kit/dialogs-store.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';

const FirstSteps = lazy(async () => ({ default: (await import('./first-steps.tsx')).FirstSteps }));
const Tour = lazy(async () => ({ default: (await import('./tour.tsx')).Tour }));

/** The first steps and the tour: nobody sees them often, and so they are loaded when they are needed. */
export function Beginning({ user, NotificationCheck }: ForUser & { NotificationCheck: ComponentType }) {
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { open, close } = useLayoutDialogs();
  return (
    <Suspense fallback={null}>
      {settings?.firstSteps ? <FirstSteps user={user} NotificationCheck={NotificationCheck} /> : null}
      {open === 'tour' ? <Tour user={user} onEnd={close} /> : null}
    </Suspense>
  );
}
