import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { listHeldMessages } from '@balcao/shared/features/held-messages/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconMailPause } from '@tabler/icons-react';
import { NoticeBar } from '../../../renderer/components/notice-bar.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { HeldMessagesDialog } from './held-messages-dialog.tsx';

const LOOK_EVERY_MS = 300_000;

/** Tells whoever may decide that messages wait for that since a backup was restored, and lets them. */
export function HeldMessagesBar({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const mayDecide = can(user, 'heldMessages:decide');
  const { data: held = [] } = useApiQuery(
    listHeldMessages,
    {},
    { enabled: mayDecide, everyMs: LOOK_EVERY_MS },
  );
  const [opened, { open, close }] = useDisclosure();
  if (!mayDecide || held.length === 0) return null;
  const count = held.reduce((sum, one) => sum + one.count, 0);
  return (
    <>
      <NoticeBar
        icon={IconMailPause}
        warning
        testId="held-messages"
        actions={
          <Button size="compact-sm" variant="default" onClick={open}>
            {t('heldMessages:open')}
          </Button>
        }
      >
        {t('heldMessages:notice', { count })}
      </NoticeBar>
      <HeldMessagesDialog held={held} opened={opened} onClose={close} />
    </>
  );
}
