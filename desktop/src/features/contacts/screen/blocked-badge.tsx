import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import { Badge } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Shows nothing for a contact that no connection has blocked. */
export function BlockedBadge({ contact }: { contact: Pick<ContactRow, 'blocked' | 'blockExceptions'> }) {
  const { t } = useTexts();
  const isPartly = contact.blockExceptions.length > 0;
  if (!contact.blocked && !isPartly) return null;
  return (
    <Badge
      variant="light"
      color={isPartly ? 'orange' : 'red'}
      tt="none"
      leftSection={<IconBan size={12} aria-hidden />}
    >
      {isPartly ? t('contacts:blockedPartly') : t('contacts:blocked')}
    </Badge>
  );
}
