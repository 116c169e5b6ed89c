import type { MutationName } from '@balcao/shared/sync/commands.ts';
import type { Icon } from '@tabler/icons-react';
import { announcements } from '../../features/announcements/screen/index.ts';
import { audit } from '../../features/audit/screen/index.ts';
import { auth } from '../../features/auth/screen/index.ts';
import { campaignSettings } from '../../features/campaign-settings/screen/index.ts';
import { campaigns } from '../../features/campaigns/screen/index.ts';
import { chats } from '../../features/chats/screen/index.ts';
import { companies } from '../../features/companies/screen/index.ts';
import { Composer } from '../../features/composer/screen/composer.tsx';
import { composer } from '../../features/composer/screen/index.ts';
import { RecorderBar } from '../../features/composer/screen/voice/recorder-bar.tsx';
import { WritingChoices } from '../../features/composer/screen/writing-choices.tsx';
import { connections } from '../../features/connections/screen/index.ts';
import { contactLists } from '../../features/contact-lists/screen/index.ts';
import { ContactPanel } from '../../features/contacts/screen/contact-panel.tsx';
import { contacts } from '../../features/contacts/screen/index.ts';
import { LinkContactDialog } from '../../features/contacts/screen/link-dialog.tsx';
import { ReplyBy } from '../../features/contacts/screen/reply-by.tsx';
import { EventRow } from '../../features/conversation/screen/bubble/event-row.tsx';
import { RichText } from '../../features/conversation/screen/bubble/rich-text-view.tsx';
import { Conversation } from '../../features/conversation/screen/conversation.tsx';
import { conversation } from '../../features/conversation/screen/index.ts';
import { WithMedia } from '../../features/conversation/screen/media-parts.ts';
import { PeekDialog } from '../../features/conversation/screen/peek-dialog.tsx';
import { PeekedConversation } from '../../features/conversation/screen/peeked-conversation.tsx';
import { dashboard } from '../../features/dashboard/screen/index.ts';
import { fileLists } from '../../features/file-lists/screen/index.ts';
import { firstSteps } from '../../features/first-steps/screen/index.ts';
import { helps } from '../../features/helps/screen/index.ts';
import { invoiceReminders } from '../../features/invoice-reminders/screen/index.ts';
import { invoices } from '../../features/invoices/screen/index.ts';
import { kanban } from '../../features/kanban/screen/index.ts';
import { Gallery } from '../../features/media/screen/gallery.tsx';
import { media } from '../../features/media/screen/index.ts';
import { MessageMedia } from '../../features/media/screen/message-media.tsx';
import { mentions } from '../../features/mentions/screen/index.ts';
import { messagesApi } from '../../features/messages-api/screen/index.ts';
import { outbox } from '../../features/outbox/screen/index.ts';
import { payments } from '../../features/payments/screen/index.ts';
import { plans } from '../../features/plans/screen/index.ts';
import { preferences } from '../../features/preferences/screen/index.ts';
import { NotificationCheck } from '../../features/preferences/screen/notification-check.tsx';
import { prompts } from '../../features/prompts/screen/index.ts';
import { queueIntegrations } from '../../features/queue-integrations/screen/index.ts';
import { queues } from '../../features/queues/screen/index.ts';
import { quickMessages } from '../../features/quick-messages/screen/index.ts';
import { schedules } from '../../features/schedules/screen/index.ts';
import { search } from '../../features/search/screen/index.ts';
import { settings } from '../../features/settings/screen/index.ts';
import { storage } from '../../features/storage/screen/index.ts';
import { subscription } from '../../features/subscription/screen/index.ts';
import { tags } from '../../features/tags/screen/index.ts';
import { SnoozeDialog } from '../../features/ticket-list/screen/acts/snooze-dialog.tsx';
import { TicketContextMenu, TicketMore } from '../../features/ticket-list/screen/acts/ticket-menu.tsx';
import { ticketList } from '../../features/ticket-list/screen/index.ts';
import { PropertyPicker } from '../../features/ticket-list/screen/properties/property-picker.tsx';
import { TransferDialog } from '../../features/ticket-list/screen/properties/transfer-dialog.tsx';
import { StepKeys } from '../../features/ticket-list/screen/step-keys.tsx';
import { TicketListPanel } from '../../features/ticket-list/screen/ticket-list-panel.tsx';
import { tickets } from '../../features/tickets/screen/index.ts';
import { PeekPanel } from '../../features/tickets/screen/peek-panel.tsx';
import { todolist } from '../../features/todolist/screen/index.ts';
import { updates } from '../../features/updates/screen/index.ts';
import { users } from '../../features/users/screen/index.ts';
import { webhooks } from '../../features/webhooks/screen/index.ts';
import type { NamedFeature, ScreenFeature } from '../kit/feature.ts';
import { given } from '../kit/given.ts';

const MEDIA = { MessageMedia, Gallery };

const SHOWN = {
  WithMedia: given(WithMedia, { parts: MEDIA }),
  Peeked: PeekedConversation,
};

const DESK = {
  ...SHOWN,
  List: TicketListPanel,
  StepKeys,
  Conversation,
  menu: { ReplyBy, TicketMore },
  Composer,
  ContactPanel,
  overlays: {
    PeekDialog,
    LinkContactDialog,
    TicketContextMenu,
    TransferDialog,
    PropertyPicker,
    SnoozeDialog,
  },
};

/**
 * What the console shows, and what one feature draws of another. In this order stand the pages in each group of the
 * drawer, the tabs of the settings, the bars above the page, the pieces of the top bar, the commands of the palette and
 * the places of the shortcuts.
 */
const BESIDE_SETTINGS = {
  companies,
  plans,
  announcements,
  payments,
  tickets: tickets(DESK),
  quickMessages,
  kanban: kanban(given(PeekPanel, SHOWN)),
  todolist,
  contacts,
  schedules,
  tags,
  chats: chats({ ...MEDIA, RichText, RecorderBar }),
  outbox,
  helps,
  auth,
  mentions,
  ticketList,
  conversation,
  composer,
  updates,
  storage,
  preferences: preferences(WritingChoices),
  dashboard,
  connections,
  campaigns,
  contactLists,
  campaignSettings,
  invoiceReminders,
  fileLists,
  queues: queues({ RichText, MessageMedia, EventRow }),
  prompts,
  queueIntegrations,
  webhooks,
  media,
  users,
  messagesApi,
  audit,
  subscription,
  invoices,
  firstSteps: firstSteps(NotificationCheck),
  search,
} satisfies Record<string, ScreenFeature>;

export const FEATURES: readonly NamedFeature[] = Object.entries({
  ...BESIDE_SETTINGS,
  settings: settings(Object.values(BESIDE_SETTINGS)),
}).map(([name, feature]) => ({ name, ...feature }));

type IconsOf<F> = F extends { commandIcons: infer Icons } ? keyof Icons : never;
type WithIcon = IconsOf<(typeof BESIDE_SETTINGS)[keyof typeof BESIDE_SETTINGS]>;

/** A command without an icon does not compile: the compiler names it. */
export const COMMAND_ICONS: Record<MutationName, Icon> = iconsOf(FEATURES);

function iconsOf(features: readonly ScreenFeature[]): Record<WithIcon, Icon> {
  return Object.assign({}, ...features.map(({ commandIcons }) => commandIcons));
}
