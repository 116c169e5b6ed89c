import { useTexts } from '../../../kit/use-texts.ts';
import classes from './unread-line.module.css';

/** Stands above the first message that had not been read when the conversation was opened. */
export function UnreadLine({ count }: { count: number }) {
  const { t } = useTexts();
  return (
    <div className={classes.root} data-testid="unread-line">
      <span>{t('conversation:unread', { count })}</span>
    </div>
  );
}
