import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useCarried } from './carried-store.ts';

const DropPlaces = lazy(async () => ({ default: (await import('./drop-places.tsx')).DropPlaces }));

/** While tickets are carried, where they can go lies over the list. */
export function CarriedTickets() {
  const { carried, carry } = useCarried();
  const end = () => carry(null);
  // A row that has left the list tells nobody of its drag's end. As long as it lasts no pointer moves.
  useWindowEvent('pointermove', () => {
    if (useCarried.getState().carried) end();
  });
  return <Suspense>{carried ? <DropPlaces {...carried} onDone={end} /> : null}</Suspense>;
}
