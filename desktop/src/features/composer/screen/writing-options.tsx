import type { WritingHabits } from '@balcao/shared/features/composer/bridge.ts';
import { Button, Divider, Popover } from '@mantine/core';
import { IconBolt, IconLetterCase } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { ToolButton } from '../../../renderer/components/tool-button.tsx';
import { useNewQuickMessage } from '../../../renderer/kit/new-quick-message-store.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './composer.module.css';
import { HabitFields } from './habit-fields.tsx';
import { MarkButtons } from './mark-buttons.tsx';

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  mayMark: boolean;
  habits: WritingHabits;
  change(patch: Partial<WritingHabits>): void;
}

/** Behind *Aa*: the marks of the text, and how this person likes to write. Whoever leaves it writes on. */
export function WritingOptions({ field, mayMark, ...habits }: Props) {
  const { t } = useTexts();
  const ask = useNewQuickMessage((quick) => quick.ask);
  return (
    <Popover width={300} position="top-start" trapFocus withinPortal onClose={() => field.current?.focus()}>
      <Popover.Target>
        <ToolButton aria-label={t('composer:options')} title={t('composer:options')}>
          <IconLetterCase size={22} stroke={1.6} />
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('composer:options')}>
        {mayMark ? (
          <>
            <div className={classes.optionMarks}>
              <span>{t('composer:marks.title')}</span>
              <MarkButtons field={field} />
            </div>
            <Divider my="sm" />
          </>
        ) : null}
        <Button
          size="compact-sm"
          variant="subtle"
          mb="sm"
          leftSection={<IconBolt size={16} stroke={1.7} aria-hidden />}
          onClick={() => ask({ message: field.current?.value.trim() ?? '' })}
        >
          {t('composer:quick.save')}
        </Button>
        <HabitFields {...habits} />
      </Popover.Dropdown>
    </Popover>
  );
}
