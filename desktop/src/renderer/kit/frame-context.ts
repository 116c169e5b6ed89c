import type { MutationName } from '@balcao/shared/sync/commands.ts';
import type { Icon } from '@tabler/icons-react';
import { createContext, use } from 'react';
import type { ShortcutPlace } from './shortcuts.ts';

/** What the frame has collected from all features, for the one that shows it. */
interface Frame {
  commandIcons: Readonly<Record<MutationName, Icon>>;
  shortcuts: readonly ShortcutPlace[];
}

export const FrameContext = createContext<Frame | null>(null);

export function useFrame(): Frame {
  const frame = use(FrameContext);
  if (!frame) throw new Error('a page stands outside FrameContext');
  return frame;
}
