import { Text, Tooltip, UnstyledButton } from '@mantine/core';
import look from '../../../renderer/components/figures.module.css';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  label: string;
  value: string;
  /** What is counted, where the label alone could be understood otherwise. */
  hint?: string;
  /** The number stands beside what it was before. */
  note?: string | null;
  /** Leads to the tickets behind it. */
  onOpen?: (() => void) | undefined;
}

export function FigureCard({ label, value, hint, note, onOpen }: Props) {
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
    <Tooltip label={hint ?? t('dashboard:seeTickets')} multiline maw={280}>
      <UnstyledButton className={look.card} onClick={onOpen}>
        {content}
      </UnstyledButton>
    </Tooltip>
  ) : (
    <Tooltip label={hint} multiline maw={280} disabled={!hint}>
      <div className={look.card}>{content}</div>
    </Tooltip>
  );
}
