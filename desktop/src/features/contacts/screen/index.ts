import { IconAddressBook, IconLink, IconUnlink } from '@tabler/icons-react';
import type { ScreenFeature } from '../../../renderer/kit/feature.ts';
import { lazyPage } from '../../../renderer/kit/pages.ts';
import { ChannelCommands } from './channel-commands.tsx';
import { ContactPanel } from './contact-panel.tsx';
import { LinkContactDialog } from './link-dialog.tsx';
import { ReplyBy } from './reply-by.tsx';

export const contacts = {
  pages: [
    {
      title: 'contacts:title',
      group: 'service',
      path: '/contacts',
      icon: IconAddressBook,
      requires: ['contacts-page:view'],
      render: lazyPage(() => import('./contacts-page.tsx'), 'ContactsPage'),
    },
  ],
  PaletteSource: ChannelCommands,
  commandIcons: {
    'contact.update': IconAddressBook,
    'contact.link': IconLink,
    'contact.unlink': IconUnlink,
  },
} satisfies ScreenFeature;

/** What others draw of it. */
export const contactParts = { ContactPanel, LinkContactDialog, ReplyBy };
