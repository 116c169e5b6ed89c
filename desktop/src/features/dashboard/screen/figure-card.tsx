import { Text, UnstyledButton } from '@mantine/core';
import look from '../../../renderer/components/figures.module.css';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  label: string;
  value: string;
  /** The number stands beside what it was before. */
  note?: string | null;
  /** Leads to the tickets behind it. */
  onOpen?: (() => void) | undefined;
}

export function FigureCard({ label, value, note, onOpen }: Props) {
  const { t } = useTexts();
  const content = (
    <>
      <span className={look.label}>{label}</span>
      <span className={look.value}>{value}</span>
      {note ? (
        <Text component="span" size="xs" c="var(--text-muted)">
          {note}
        </Text>
      ) : null}
    </>
  );
  return onOpen ? (
    <UnstyledButton className={look.card} onClick={onOpen} title={t('dashboard:seeTickets')}>
      {content}
    </UnstyledButton>
  ) : (
    <div className={look.card}>{content}</div>
  );
}
