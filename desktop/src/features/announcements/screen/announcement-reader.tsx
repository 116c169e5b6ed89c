import type { AnnouncementRow } from '@balcao/shared/features/announcements/row.ts';
import { Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { pictureOf } from './announcement-image.tsx';
import { AnnouncementView } from './announcement-view.tsx';

interface Props {
  /** Null while nothing is open. */
  announcement: AnnouncementRow | null;
  title: string;
  onClose: () => void;
}

/** One announcement, whole. */
export function AnnouncementReader({ announcement, title, onClose }: Props) {
  const { t } = useTexts();
  // While it fades out it still shows what it showed.
  const [last, setLast] = useState(announcement);
  if (announcement !== null && announcement !== last) setLast(announcement);
  return (
    <Modal
      opened={announcement !== null}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {last ? (
        <Stack>
          <AnnouncementView
            {...last}
            at={last.updatedAt}
            picture={last.mediaPath ? { id: pictureOf(last.mediaPath), name: last.mediaName ?? '' } : null}
          />
          <Group justify="flex-end">
            <Button data-autofocus onClick={onClose}>
              {t('announcements:inbox.understood')}
            </Button>
          </Group>
        </Stack>
      ) : null}
    </Modal>
  );
}
