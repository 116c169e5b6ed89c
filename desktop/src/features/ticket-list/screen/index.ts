import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { NewTicketDialog } from './acts/new-ticket-dialog.tsx';
import { SnoozeDialog } from './acts/snooze-dialog.tsx';
import { TicketCommands } from './acts/ticket-commands.tsx';
import { TicketContextMenu, TicketMore } from './acts/ticket-menu.tsx';
import { useBulk } from './bulk/use-bulk.ts';
import { LIST_KEYS } from './list-keys.ts';
import { PropertyPicker } from './properties/property-picker.tsx';
import { TransferDialog } from './properties/transfer-dialog.tsx';
import { StepKeys } from './step-keys.tsx';
import { TicketListPanel } from './ticket-list-panel.tsx';

export const ticketList = {
  Dialog: NewTicketDialog,
  alsoIn: 'ownWindow',
  PaletteSource: TicketCommands,
  shortcuts: [LIST_KEYS],
  takesRefusal: (...refusal) => useBulk.getState().refused(...refusal),
} satisfies ScreenFeature;

/** What others draw of it. */
export const ticketListParts = {
  TicketListPanel,
  StepKeys,
  TicketMore,
  TicketContextMenu,
  TransferDialog,
  PropertyPicker,
  SnoozeDialog,
};
