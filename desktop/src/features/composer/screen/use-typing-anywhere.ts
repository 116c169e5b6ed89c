import { type RefObject, useEffect } from 'react';
import { isClicked } from '../../../renderer/components/message/is-clicked.ts';

/** A letter, or what is pasted. */
const isText = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  ctrlKey || metaKey
    ? key.toLowerCase() === 'v' && !altKey && !shiftKey
    : !altKey && /^[\p{L}\p{N}]$/u.test(key);

/** Elements with their own keys; a message only when the keyboard focused it. */
const OWN_KEYS = 'input, textarea, select, button, a, [role="menu"]';
const hasOwnKeys = (target: Element): boolean =>
  target.closest(OWN_KEYS) !== null || (target.matches('[data-message-id]') && !isClicked(target));

/** An agent who has clicked among the messages and types on means the field below them. */
export function useTypingAnywhere(
  form: RefObject<HTMLFormElement | null>,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  useEffect(() => {
    const area = form.current?.closest('section');
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (target instanceof Element && isText(event) && !hasOwnKeys(target)) field.current?.focus();
    };
    area?.addEventListener('keydown', onKeyDown);
    return () => area?.removeEventListener('keydown', onKeyDown);
  }, [form, field]);
}
