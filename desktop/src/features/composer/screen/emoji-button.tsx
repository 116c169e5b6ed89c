import type { WritingHabits } from '@balcao/shared/features/composer/bridge.ts';
import { Center, Loader, Popover } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { ToolButton } from '../../../renderer/components/tool-button.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** The table and its search are loaded only when an agent looks for an emoji. */
const EmojiPicker = lazy(() =>
  import('./emoji/emoji-picker.tsx').then(({ EmojiPicker }) => ({ default: EmojiPicker })),
);

interface Props {
  habits: WritingHabits;
  change(patch: Partial<WritingHabits>): void;
  onPick(char: string): void;
}

export function EmojiButton({ habits, change, onPick }: Props) {
  const { t } = useTexts();
  const [opened, setOpened] = useState(false);
  // Putting it into the text takes the focus there: it comes back, for the next one or for Escape.
  const pick = (char: string) => {
    const from = document.activeElement;
    onPick(char);
    if (from instanceof HTMLElement) from.focus();
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="top-start" trapFocus returnFocus>
      <Popover.Target>
        <ToolButton aria-label={t('composer:emoji.title')} onClick={() => setOpened(!opened)}>
          <IconMoodSmile size={21} stroke={1.6} />
        </ToolButton>
      </Popover.Target>
      <Popover.Dropdown p={8} aria-label={t('composer:emoji.title')}>
        <Suspense
          fallback={
            <Center w={320} h={300}>
              <Loader size="sm" role="status" aria-label={t('composer:emoji.title')} />
            </Center>
          }
        >
          <EmojiPicker habits={habits} change={change} onPick={pick} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
