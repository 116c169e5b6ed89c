import { IconRoute } from '@tabler/icons-react';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { startTour } from '../../../renderer/kit/start-tour.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export function TourCommand({ children }: PaletteSourceProps) {
  const { t } = useTexts();
  const tour = {
    id: 'tour',
    label: t('firstSteps:tour.title'),
    leftSection: <IconRoute size={18} stroke={1.6} aria-hidden />,
    onClick: startTour,
  };
  return children([{ place: 'actions', heading: t('layout:palette.actions'), actions: [tour] }]);
}
