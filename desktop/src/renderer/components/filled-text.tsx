import { useTexts } from '../app/use-texts.ts';
import classes from './filled-text.module.css';

/** What the customer reads, where that is not what stands in the field: variables have their values. */
export function FilledText({ text, fill }: { text: string; fill(text: string): string }) {
  const { t } = useTexts();
  const filled = fill(text);
  if (filled === text) return null;
  return (
    <p className={classes.root}>
      <span className={classes.label}>{t('common:customerReads')}</span> {filled}
    </p>
  );
}
