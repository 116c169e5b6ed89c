import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTexts } from '../app/use-texts.ts';
import classes from './form-dialog.module.css';

interface Props<T> {
  /** What is shown or edited; null while nothing is open. */
  value: T | null;
  title: (value: T) => string;
  size?: ModalProps['size'];
  onClose: () => void;
  children: (value: T) => ReactNode;
}

const Unsaved = createContext<RefObject<() => boolean> | null>(null);

/** Lets the dialog around a form ask before it closes on what was typed. */
export function useUnsaved(isUnsaved: () => boolean): void {
  const asked = useContext(Unsaved);
  useEffect(() => {
    if (!asked) return;
    asked.current = isUnsaved;
    return () => {
      asked.current = nothingUnsaved;
    };
  }, [asked, isUnsaved]);
}

const nothingUnsaved = () => false;

/** A dialog around a form: a slip of the mouse or Escape does not throw away what somebody has typed. */
export function FormDialog<T>({ value, title, size, onClose, children }: Props<T>) {
  const { t } = useTexts();
  const isUnsaved = useRef(nothingUnsaved);
  const [asking, setAsking] = useState(false);
  // While it fades out it still shows what it showed.
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);

  const focused = useRef<Element>(null);

  const discard = () => {
    setAsking(false);
    onClose();
  };
  const goOn = () => {
    setAsking(false);
    if (focused.current instanceof HTMLElement) focused.current.focus();
  };
  return (
    <Unsaved value={isUnsaved}>
      <Modal
        opened={value !== null}
        onClose={() => (isUnsaved.current() ? setAsking(true) : onClose())}
        closeOnEscape={!asking}
        size={size ?? 'lg'}
        classNames={{ content: classes.content }}
        title={last === null ? null : title(last)}
        closeButtonProps={{ 'aria-label': t('common:close') }}
        onFocusCapture={({ target }) => {
          if (!asking) focused.current = target;
        }}
      >
        {last === null ? null : children(last)}
      </Modal>
      {/* Mounted only while it asks: otherwise it would hear the very Escape that it is to ask about. */}
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
    </Unsaved>
  );
}
