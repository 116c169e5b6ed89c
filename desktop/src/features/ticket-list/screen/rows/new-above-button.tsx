import { IconArrowUp } from '@tabler/icons-react';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './ticket-rows.module.css';

/** Lies over the first row in sight while there is something new above it. */
export function NewAboveButton({ count, onShow }: { count: number; onShow: () => void }) {
  const { t } = useTexts();
  return (
    <div className={classes.news} role="status">
      {count > 0 ? (
        <button type="button" className={classes.pill} onClick={onShow}>
          <IconArrowUp size={15} stroke={2} aria-hidden />
          {t('tickets:newAbove', { count })}
        </button>
      ) : null}
    </div>
  );
}
