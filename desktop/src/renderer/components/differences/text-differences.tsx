import { Text } from '@mantine/core';
import { useTexts } from '../../kit/use-texts.ts';
import { differences } from './differences.ts';
import classes from './text-differences.module.css';

/** A text with what was taken away from it and what was added. */
export function TextDifferences({ before, after }: { before: string; after: string }) {
  const { t } = useTexts();
  if (before === after) return <Text c="dimmed">{t('common:differences.same')}</Text>;
  return (
    // It scrolls, also by keys.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
    <div className={classes.text} tabIndex={0}>
      {differences(before, after).map(({ key, kind, text }) =>
        kind === 'same' ? (
          <span key={key}>{text}</span>
        ) : kind === 'added' ? (
          <ins key={key} title={t('common:differences.added')}>
            {text}
          </ins>
        ) : (
          <del key={key} title={t('common:differences.removed')}>
            {text}
          </del>
        ),
      )}
    </div>
  );
}
