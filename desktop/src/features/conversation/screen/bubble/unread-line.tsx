import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './unread-line.module.css';

/** The line above the first message that was unread when the conversation was opened. */
export function UnreadLine({ count }: { count: number }) {
  const { t } = useTexts();
  return (
    <div className={classes.root} data-testid="unread-line">
      <span>{t('conversation:unread', { count })}</span>
    </div>
  );
}
