import { IconPaperclip } from '@tabler/icons-react';
import { useTexts } from '../kit/use-texts.ts';
import classes from './file-note.module.css';

/** The file that goes with a text, below it. */
export function FileNote({ name }: { name: string | null }) {
  const { t } = useTexts();
  return (
    <div className={classes.root}>
      <IconPaperclip size={14} aria-hidden /> {name || t('common:file')}
    </div>
  );
}
