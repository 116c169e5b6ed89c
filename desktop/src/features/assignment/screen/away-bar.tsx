import { Button } from '@mantine/core';
import { IconCoffee } from '@tabler/icons-react';
import { NoticeBar } from '../../../renderer/components/notice-bar.tsx';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useAwayUntil } from '../../../renderer/kit/use-away-until.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useSetAway } from './use-set-away.ts';

/** Reminds a person who is away, and takes them back with one press. */
export function AwayBar({ user }: ForUser) {
  const { t } = useTexts();
  const format = useFormat();
  const until = useAwayUntil(user.id);
  const { comeBack, isPending } = useSetAway(user.id);
  if (until === null) return null;
  return (
    <NoticeBar
      icon={IconCoffee}
      testId="away"
      actions={
        <Button size="compact-sm" variant="default" loading={isPending} onClick={comeBack}>
          {t('assignment:away.back')}
        </Button>
      }
    >
      {t('assignment:away.bar', { when: format.moment(until) })}
    </NoticeBar>
  );
}
