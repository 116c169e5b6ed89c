import type { Poll } from '@balcao/shared/features/messages/row.ts';
import { IconChartBar } from '@tabler/icons-react';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './poll-card.module.css';

/** A poll with the votes that could be read. */
export function PollCard({ poll: { question, options } }: { poll: Poll }) {
  const { t } = useTexts();
  const most = Math.max(1, ...options.map(({ votes }) => votes));
  return (
    <div className={classes.root}>
      <span className={classes.kind}>
        <IconChartBar size={14} stroke={1.8} aria-hidden />
        {t('conversation:poll.label')}
      </span>
      <strong className={classes.question}>{question}</strong>
      <ul className={classes.options}>
        {options.map(({ text, votes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two options may say the same
          <li key={index}>
            <span className={classes.text}>
              <span>{text}</span>
              <span>{t('conversation:poll.votes', { count: votes })}</span>
            </span>
            <span className={classes.bar}>
              <span style={{ width: `${(votes / most) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <span className={classes.hint}>{t('conversation:poll.hint')}</span>
    </div>
  );
}
