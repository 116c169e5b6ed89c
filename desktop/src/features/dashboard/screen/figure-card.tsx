import { Text, UnstyledButton } from '@mantine/core';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './dashboard.module.css';

interface Props {
  label: string;
  value: string;
  /** Beside what it was before. */
  note?: string | null;
  /** Leads to the tickets behind it. */
  onOpen?: (() => void) | undefined;
}

export function FigureCard({ label, value, note, onOpen }: Props) {
  const { t } = useTexts();
  const content = (
    <>
      <span className={classes.cardLabel}>{label}</span>
      <span className={classes.cardValue}>{value}</span>
      {note ? (
        <Text component="span" size="xs" c="var(--text-muted)">
          {note}
        </Text>
      ) : null}
    </>
  );
  return onOpen ? (
    <UnstyledButton className={classes.cardBox} onClick={onOpen} title={t('dashboard:seeTickets')}>
      {content}
    </UnstyledButton>
  ) : (
    <div className={classes.cardBox}>{content}</div>
  );
}
