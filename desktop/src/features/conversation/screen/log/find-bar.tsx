import { ActionIcon, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { DayInput } from '../../../../renderer/components/day-input.tsx';
import { dayOf } from '../../../../renderer/kit/send-time.ts';
import { serverNow } from '../../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './find-bar.module.css';
import type { useFind } from './use-find.ts';

interface Props {
  find: ReturnType<typeof useFind>;
  /** Goes to a day, YYYY-MM-DD. */
  onDay: (day: string) => void;
  onClose: () => void;
}

/** Above the messages. Enter and the arrow up go to the next older hit, Shift+Enter and the arrow down back, Escape ends it. */
export function FindBar({ find, onDay, onClose }: Props) {
  const { t } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  // Opens from anywhere; the previous search is overwritten.
  const seek = () => {
    field.current?.focus();
    field.current?.select();
  };
  useHotkeys([['mod+F', seek]], []);
  const { typed, total, position, searched, complete } = find;
  return (
    <search className={classes.root} onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <TextInput
        className={classes.field}
        size="sm"
        ref={field}
        autoFocus
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        aria-label={t('conversation:find.label')}
        placeholder={t('conversation:find.label')}
        maxLength={200}
        value={typed}
        onChange={(event) => find.setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const toNewer = event.key === 'ArrowDown' || (event.key === 'Enter' && event.shiftKey);
          if (!toNewer && event.key !== 'ArrowUp' && event.key !== 'Enter') return;
          event.preventDefault();
          if (toNewer) find.next();
          else find.previous();
        }}
      />
      <DayInput
        className={classes.day}
        size="sm"
        visibleFrom="md"
        aria-label={t('conversation:find.day')}
        maxDate={dayOf(serverNow())}
        onChange={(day) => day && onDay(day)}
      />
      <span className={classes.count} role="status">
        {searched
          ? total > 0
            ? t('conversation:find.position', { position: position + 1, total })
            : t('conversation:find.none')
          : null}
        {searched && !complete ? (
          <span className={classes.partial}>{t('conversation:find.partial')}</span>
        ) : null}
      </span>
      <ActionIcon aria-label={t('conversation:find.previous')} disabled={total === 0} onClick={find.previous}>
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon aria-label={t('conversation:find.next')} disabled={total === 0} onClick={find.next}>
        <IconChevronDown size={18} />
      </ActionIcon>
      <ActionIcon aria-label={t('conversation:find.close')} onClick={onClose}>
        <IconX size={18} />
      </ActionIcon>
    </search>
  );
}
