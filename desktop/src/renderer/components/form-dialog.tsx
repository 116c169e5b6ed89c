import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { useTexts } from '../kit/use-texts.ts';
import classes from './form-dialog.module.css';

interface Props<T> {
  /** The shown or edited record; null while nothing is open. */
  value: T | null;
  title: (value: T) => string;
  size?: ModalProps['size'];
  onClose: () => void;
  children: (value: T) => ReactNode;
}

type IsUnsaved = () => boolean;

interface Guard {
  forms: Map<string, IsUnsaved>;
  /** Continues at once, or when the user agrees to lose the changes. */
  leave: (forms: Iterable<IsUnsaved>, go: () => void) => void;
}

const UnsavedGuard = createContext<Guard | null>(null);

/**
 * Lets the dialog around a form ask before changes are discarded.
 * @param name of a form that others in the dialog have to know of
 */
export function useUnsaved(isUnsaved: IsUnsaved, name = 'form'): void {
  const forms = useContext(UnsavedGuard)?.forms;
  useEffect(() => {
    forms?.set(name, isUnsaved);
    return () => void forms?.delete(name);
  }, [forms, isUnsaved, name]);
}

/** Before a step that would throw away what the form of this name holds, where there is one. */
export function useLeaving(name: string): (go: () => void) => void {
  const guard = useContext(UnsavedGuard);
  return (go) => {
    const form = guard?.forms.get(name);
    if (form) guard?.leave([form], go);
    else go();
  };
}

/** A delay for sections that unfold before the field is visible. */
const MAX_FRAMES = 30;

/** By the mark that every field of Mantine's has: its masked ones take `aria-invalid` away. */
const WRONG = ':is(input, textarea, button)[data-error="true"]';

/** Moves the focus to the first refused field of a form. */
function focusWrong(form: Element, frames = MAX_FRAMES): void {
  const field = form.querySelector<HTMLElement>(WRONG);
  field?.focus();
  if (field && field !== document.activeElement && frames > 0)
    requestAnimationFrame(() => focusWrong(form, frames - 1));
}

/** A dialog around a form: a slip of the mouse or Escape does not discard changes. */
export function FormDialog<T>({ value, title, size, onClose, children }: Props<T>) {
  const { t } = useTexts();
  const [asking, setAsking] = useState<{ go: () => void } | null>(null);
  const [guard] = useState<Guard>(() => ({
    forms: new Map(),
    leave(held, go) {
      if ([...held].some((isUnsaved) => isUnsaved())) setAsking({ go });
      else go();
    },
  }));
  // While it fades out it still shows what it showed.
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);

  const focused = useRef<Element>(null);

  const discard = () => {
    setAsking(null);
    asking?.go();
  };
  const goOn = () => {
    setAsking(null);
    if (focused.current instanceof HTMLElement) focused.current.focus();
  };
  return (
    <UnsavedGuard value={guard}>
      <Modal
        opened={value !== null}
        onClose={() => guard.leave(guard.forms.values(), onClose)}
        closeOnEscape={asking === null}
        size={size ?? 'lg'}
        classNames={{ content: classes.content }}
        title={last === null ? null : title(last)}
        closeButtonProps={{ 'aria-label': t('common:close') }}
        onSubmit={({ target }) => requestAnimationFrame(() => focusWrong(target as Element))}
        onFocusCapture={({ target }) => {
          if (!asking) focused.current = target;
        }}
      >
        {last === null ? null : children(last)}
      </Modal>
      {/* Mounted only while it asks: otherwise it would receive the very Escape that it asks about. */}
      {asking && value !== null ? (
        <Modal
          opened
          onClose={goOn}
          returnFocus={false}
          title={t('common:unsaved')}
          closeButtonProps={{ 'aria-label': t('common:close') }}
        >
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={discard}>
              {t('common:discard')}
            </Button>
            <Button data-autofocus onClick={goOn}>
              {t('common:keepWriting')}
            </Button>
          </Group>
        </Modal>
      ) : null}
    </UnsavedGuard>
  );
}
