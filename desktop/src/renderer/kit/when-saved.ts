import { showToast } from './toasts.tsx';

/** Confirms a save, then continues. The form shows a failure, or its command has reported it. */
export const whenSaved = <T>(
  saving: Promise<T>,
  text: string | ((saved: T) => string),
  goOn: (saved: T) => void,
): Promise<void> =>
  saving.then(
    (saved) => {
      showToast(typeof text === 'string' ? text : text(saved));
      goOn(saved);
    },
    () => {},
  );
