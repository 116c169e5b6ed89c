import { ActionIcon, Tooltip } from '@mantine/core';
import { IconLayoutList, IconTable } from '@tabler/icons-react';
import type { ForUser } from '../../../../renderer/kit/feature.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useTicketTable } from '../../../../renderer/kit/use-ticket-table.ts';
import type { useListView } from '../use-list-view.ts';

/** Changes between the list and a table, where there is room for one. */
export function LayoutButton({ user, view }: ForUser & { view: ReturnType<typeof useListView> }) {
  const { t } = useTexts();
  const { isOffered, isShown } = useTicketTable(user);
  if (!isOffered) return null;
  const label = t(`tickets:table.${isShown ? 'hide' : 'show'}`);
  const LayoutIcon = isShown ? IconLayoutList : IconTable;
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={() => view.setLayout(isShown ? 'rows' : 'table')}>
        <LayoutIcon size={18} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}
