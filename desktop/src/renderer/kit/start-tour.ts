import { useLayoutDialogs } from './dialogs-store.ts';
import { navigate } from './navigate.ts';

/** What the tour shows is seen beside the tickets. */
export function startTour(): void {
  navigate('/tickets');
  useLayoutDialogs.getState().show('tour');
}
