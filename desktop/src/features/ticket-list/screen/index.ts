import { IconFilterStar } from '@tabler/icons-react';
import { createElement } from 'react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import type { PageEntry } from '../../../renderer/kit/pages.ts';
import { DocumentDialog } from './acts/document-dialog.tsx';
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
import { ViewPage } from './views/view-page.tsx';

const view: PageEntry = {
  title: 'ticketViews:title',
  group: null,
  path: '/views',
  detail: 'id',
  offline: true,
  icon: IconFilterStar,
  render: ({ detail }) => createElement(ViewPage, { id: Number(detail) }),
};

export const ticketList = {
  pages: [view],
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
  DocumentDialog,
};
