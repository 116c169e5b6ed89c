import type { Todo } from '@balcao/shared/features/todolist/bridge.ts';
import { Button, Group, Popover, Stack, UnstyledButton } from '@mantine/core';
import { IconCalendarEvent } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusPill, type Tone } from '../../../renderer/components/status-pill.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { dayChoices, isDue, useToday } from './due.ts';
import { DueField } from './due-field.tsx';
import classes from './todo.module.css';

interface Props {
  todo: Todo;
  onChange: (day: string | null) => void;
}

/** The day of a task, in words and in a colour, as the button that changes it. */
export function TodoDay({ todo, onChange }: Props) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  const [tone, words] = useDayWords(todo);
  const choose = (day: string | null) => {
    setOpened(false);
    onChange(day);
  };
  const label = t('todolist:setDay', { text: todo.text });
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton
          className={classes.day}
          aria-label={words ? `${words}. ${label}` : label}
          onClick={() => setOpened(!opened)}
        >
          {words ? (
            <StatusPill tone={tone}>{words}</StatusPill>
          ) : (
            <IconCalendarEvent size={17} stroke={1.6} aria-hidden />
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <DayForm day={todo.dueOn} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** A day that is typed counts when it is saved: half of one may be another day. */
function DayForm({ day, onChoose }: { day: string | null; onChoose: (day: string | null) => void }) {
  const { t } = useTexts();
  const [draft, setDraft] = useState(day);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onChoose(draft);
      }}
    >
      <Stack gap="sm">
        <DueField value={draft} onChange={setDraft} onPick={onChoose} />
        <Group justify="flex-end" gap="xs">
          {day === null ? null : (
            <Button variant="subtle" size="xs" onClick={() => onChoose(null)}>
              {t('todolist:noDay')}
            </Button>
          )}
          <Button type="submit" size="xs">
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function useDayWords(todo: Todo): [Tone, string | null] {
  const { t } = useTexts();
  const format = useFormat();
  const today = useToday();
  const { dueOn, done } = todo;
  if (dueOn === null) return ['neutral', null];
  const near = dayChoices(serverNow()).find(({ name, day }) => name !== 'monday' && day === dueOn);
  const words = near ? t(`todolist:${near.name}`) : format.calendarDay(dueOn);
  if (done) return ['neutral', words];
  if (dueOn < today) return ['danger', t('todolist:overdue', { day: words })];
  return [isDue(todo, today) ? 'warning' : 'neutral', words];
}
