import { showToast } from './toasts.tsx';

/** Says that something was saved, then goes on. A failure is shown by the form, or has been told by its command. */
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
