import { SegmentedControl } from '@mantine/core';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from '../message-hits.module.css';

/** Chooses between conversations by name, number or word, and single messages. */
export function SearchChoice() {
  const { t } = useTexts();
  const { searchIn, setSearchIn } = useTicketsView();
  return (
    <SegmentedControl
      className={classes.choice}
      size="xs"
      fullWidth
      aria-label={t('search:in')}
      data={[
        { value: 'tickets', label: t('search:tickets') },
        { value: 'messages', label: t('search:messages') },
      ]}
      value={searchIn}
      onChange={(value) => setSearchIn(value === 'messages' ? 'messages' : 'tickets')}
    />
  );
}
