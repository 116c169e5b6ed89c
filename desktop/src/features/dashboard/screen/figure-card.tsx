import { Text, Tooltip, UnstyledButton } from '@mantine/core';
import look from '../../../renderer/components/figures.module.css';
import { Spark } from '../../../renderer/components/spark.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  label: string;
  value: string;
  /** What is counted, where the label alone could be understood otherwise. */
  hint?: string;
  /** The number stands beside what it was before. */
  note?: string | null;
  /** How it went over the last days. */
  lately?: readonly (number | null)[];
  /** Leads to the tickets behind it. */
  onOpen?: (() => void) | undefined;
}

export function FigureCard({ label, value, hint, note, lately, onOpen }: Props) {
  const { t } = useTexts();
  const line = lately ? t('dashboard:latelyHint', { count: lately.length }) : null;
  const hints = [hint ?? (onOpen ? t('dashboard:seeTickets') : null), line].filter(Boolean).join(' ');
  const content = (
    <>
      <span className={look.label}>{label}</span>
      <span className={look.value}>{value}</span>
      {note ? (
        <Text component="span" size="xs" c="var(--text-muted)">
          {note}
        </Text>
      ) : null}
      {lately ? <Spark values={lately} /> : null}
    </>
  );
  return onOpen ? (
    <Tooltip label={hints} multiline maw={280}>
      <UnstyledButton className={look.card} onClick={onOpen}>
        {content}
      </UnstyledButton>
    </Tooltip>
  ) : (
    <Tooltip label={hints} multiline maw={280} disabled={!hints}>
      <div className={look.card}>{content}</div>
    </Tooltip>
  );
}
