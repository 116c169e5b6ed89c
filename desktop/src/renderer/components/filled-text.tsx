import { namesIn } from '@balcao/shared/text/variables.ts';
import { useTexts } from '../kit/use-texts.ts';
import { useVariableNames } from '../kit/use-variable-names.ts';
import classes from './filled-text.module.css';

/** The text the customer will read, where it differs from the field: variables have their values, or have none. */
export function FilledText({ text, fill }: { text: string; fill(text: string): string }) {
  const { t } = useTexts();
  const nameOf = useVariableNames();
  const filled = fill(text);
  const missing = namesIn(text).filter((name) => ['', `{{${name}}}`].includes(fill(`{{${name}}}`)));
  if (filled === text && missing.length === 0) return null;
  return (
    <div className={classes.root}>
      {filled === text ? null : (
        <p>
          <span className={classes.label}>{t('common:customerReads')}</span> {filled}
        </p>
      )}
      {missing.length > 0 ? (
        <p className={classes.missing}>
          {t('common:withoutValue')} {missing.map(nameOf).join(', ')}
        </p>
      ) : null}
    </div>
  );
}
