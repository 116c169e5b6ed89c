import { IconFilterStar } from '@tabler/icons-react';
import { navigate } from '../../../../renderer/kit/navigate.ts';
import type { PaletteGroup } from '../../../../renderer/kit/palette-groups.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useOpenView, useViews } from './use-views.ts';

/** Each saved view, for the palette. */
export function useViewCommands(): PaletteGroup {
  const { t } = useTexts();
  const { views } = useViews();
  const open = useOpenView();
  const actions = views.map((view) => ({
    id: `view-${view.id}`,
    label: t('ticketViews:open', { name: view.name }),
    leftSection: <IconFilterStar size={18} stroke={1.6} aria-hidden />,
    onClick: () => {
      navigate('/tickets');
      open(view);
    },
  }));
  return { place: 'actions', heading: t('layout:palette.actions'), isSeries: true, actions };
}
