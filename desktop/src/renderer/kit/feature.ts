import type { ErrorCode, ErrorParams } from '@balcao/shared/errors.ts';
import type { SessionState } from '@balcao/shared/features/auth/bridge.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { MutationName } from '@balcao/shared/sync/commands.ts';
import type { Icon } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import type { PageEntry, SettingsTab } from './pages.ts';
import type { PaletteGroup } from './palette-groups.ts';
import type { ShortcutPlace } from './shortcuts.ts';

export interface ForUser {
  user: SessionUser;
}

interface Around {
  children: ReactNode;
}

/** What a feature shows, and where the frame has it. The order of the features is that of all that they show. */
export interface ScreenFeature {
  pages?: readonly PageEntry[];
  /** Among the tabs of the settings. */
  settingsTab?: SettingsTab;
  /** Above the page, while there is something to tell. */
  Bar?: ComponentType<ForUser>;
  /** In the top bar. */
  TopBar?: ComponentType<ForUser>;
  /** Opens itself, over any page. */
  Dialog?: ComponentType<ForUser>;
  /** Where bar and dialog are besides: in a window of its own, or in the frame of a company that is overdue. */
  alsoIn?: 'ownWindow' | 'overdue';
  /** Around the pages: may stand in their place. */
  Gate?: ComponentType<Around>;
  /** What the palette offers: hands its groups to its children. */
  PaletteSource?: ComponentType<PaletteSourceProps>;
  /** How its commands look while they wait for the server. */
  commandIcons?: Partial<Record<MutationName, Icon>>;
  /** Its keys, for the sheet of shortcuts. They are handled where they act. */
  shortcuts?: readonly ShortcutPlace[];
  /** Tells whether it shows a refused command in its own place. */
  takesRefusal?: (ticketId: number | null, code: ErrorCode, params: ErrorParams) => boolean;
  /** The palette itself. */
  Palette?: ComponentType<ForUser & { groups: readonly PaletteGroup[] }>;
  /** What a window of its own shows. */
  OwnWindow?: ComponentType<ForUser>;
  entrance?: Entrance;
}

/** As the frame's list has it. */
export interface NamedFeature extends ScreenFeature {
  name: string;
}

export interface PaletteSourceProps extends ForUser {
  children: (groups: readonly PaletteGroup[]) => ReactNode;
}

/** What people see until they are signed in. */
interface Entrance {
  /** `Gates` are those of all features, around what speaks with the server. */
  Page: ComponentType<{ session: SessionState; Gates: ComponentType<Around> }>;
  /** Addresses that lead whoever is signed in to the start. */
  paths: readonly string[];
}
