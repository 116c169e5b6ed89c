import { NARROW_SCREEN_PX } from '@balcao/shared/constants.ts';
import { useMediaQuery } from '@mantine/hooks';

/** Phone-sized: one screen at a time. The stylesheets use the same width. */
export const useNarrow = (): boolean =>
  useMediaQuery(`(max-width: ${NARROW_SCREEN_PX - 1}px)`, undefined, { getInitialValueInEffect: false }) ??
  false;
