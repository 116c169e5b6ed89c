import { Button, Group, Input, Stack } from '@mantine/core';
import { DayInput } from '../../../renderer/components/day-input.tsx';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { dayChoices } from './due.ts';

interface Props {
  value: string | null;
  onChange: (day: string | null) => void;
  /** One of the usual days was pressed; otherwise like any other change. */
  onPick?: (day: string) => void;
}

/** The calendar opens in here: outside, a press in it would close the popover around it. */
const INSIDE = { withinPortal: false } as const;

/** A day that need not be: one press for the usual ones, or any other. */
export function DueField({ value, onChange, onPick = onChange }: Props) {
  const { t } = useTexts();
  return (
    <Input.Wrapper label={t('todolist:day')} labelElement="div">
      <Stack gap="xs">
        <Group gap={6}>
          {dayChoices(serverNow()).map(({ name, day }) => (
            <Button
              key={name}
              size="compact-sm"
              variant={day === value ? 'light' : 'default'}
              aria-pressed={day === value}
              onClick={() => onPick(day)}
            >
              {t(`todolist:${name}`)}
            </Button>
          ))}
        </Group>
        <DayInput aria-label={t('todolist:day')} value={value} onChange={onChange} popoverProps={INSIDE} />
      </Stack>
    </Input.Wrapper>
  );
}
