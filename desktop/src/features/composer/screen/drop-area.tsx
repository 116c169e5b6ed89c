import { type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './composer.module.css';

interface Props {
  form: RefObject<HTMLFormElement | null>;
  onFiles(files: File[]): void;
}

/** Files may be dropped anywhere over the form's conversation, not only over the form. */
export function DropArea({ form, onFiles }: Props) {
  const { t } = useTexts();
  const [over, setOver] = useState<HTMLElement | null>(null);
  const add = useRef(onFiles);
  add.current = onFiles;
  useEffect(() => {
    const area = form.current?.closest('section');
    if (!area) return;
    const ended = new AbortController();
    const listen = (type: 'dragover' | 'dragleave' | 'drop', listener: (event: DragEvent) => void) =>
      area.addEventListener(type, (event) => carriesFiles(event) && listener(event), {
        signal: ended.signal,
      });
    listen('dragover', (event) => {
      event.preventDefault();
      setOver(area);
    });
    listen('dragleave', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && area.contains(relatedTarget))) setOver(null);
    });
    listen('drop', (event) => {
      event.preventDefault();
      setOver(null);
      add.current([...(event.dataTransfer?.files ?? [])]);
    });
    return () => ended.abort();
  }, [form]);
  return over && createPortal(<div className={classes.drop}>{t('composer:files.dropHere')}</div>, over);
}

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
