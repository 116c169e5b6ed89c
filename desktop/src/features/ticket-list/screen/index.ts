import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { NewTicketDialog } from './acts/new-ticket-dialog.tsx';
import { TicketCommands } from './acts/ticket-commands.tsx';
import { useBulk } from './bulk/use-bulk.ts';
import { LIST_KEYS } from './list-keys.ts';

export const ticketList = {
  Dialog: NewTicketDialog,
  alsoIn: 'ownWindow',
  PaletteSource: TicketCommands,
  shortcuts: [LIST_KEYS],
  takesRefusal: (...refusal) => useBulk.getState().refused(...refusal),
} satisfies ScreenFeature;
