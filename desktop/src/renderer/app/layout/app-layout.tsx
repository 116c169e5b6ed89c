import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, Suspense, useRef } from 'react';
import { RestrictedCampaigns } from '../../../features/campaigns/screen/restricted-campaigns.tsx';
import { LowQuality } from '../../../features/connections/screen/low-quality.tsx';
import { InvoiceReminder } from '../../../features/invoice-reminders/screen/invoice-reminder.tsx';
import { NowPlaying } from '../../../features/media/screen/now-playing.tsx';
import { CommandPalette } from '../../../features/search/screen/command-palette.tsx';
import { LockedNotice } from '../../../features/storage/screen/locked-notice.tsx';
import { UpdateNotice } from '../../../features/updates/screen/update-notice.tsx';
import { UpdateGate } from '../../../features/updates/screen/update-screen.tsx';
import { FailedWebhooks } from '../../../features/webhooks/screen/failed-webhooks.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../kit/bridge-query.ts';
import { useTellBusy } from '../../kit/busy.ts';
import { useNarrow } from '../../kit/use-narrow.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import classes from './app-layout.module.css';
import { CoreEvents } from './core-events.tsx';
import { LayoutDialogs } from './layout-dialogs.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { TopBar } from './top-bar.tsx';

/** Drawer, top bar and the page. Wide: the drawer stays and can be folded to icons; narrow: it covers the page. */
export function AppLayout({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { t } = useTexts();
  const narrow = useNarrow();
  useTellBusy();
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { mutate: saveSettings } = useBridgeCommand('settings.set');
  const [sheetOpen, sheet] = useDisclosure(false);
  const main = useRef<HTMLElement>(null);
  const expanded = settings?.drawerOpen ?? true;

  const toggle = () => (narrow ? sheet.toggle() : saveSettings({ drawerOpen: !expanded }));

  return (
    <div className={classes.root} data-expanded={expanded || undefined}>
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        {t('layout:skipToContent')}
      </button>
      <TopBar user={user} expanded={narrow ? sheetOpen : expanded} onToggleMenu={toggle} />
      {narrow ? (
        <Drawer
          opened={sheetOpen}
          onClose={sheet.close}
          size={272}
          padding={0}
          title={t('layout:menu')}
          closeButtonProps={{ 'aria-label': t('common:close') }}
          classNames={{ header: classes.sheetHeader, title: classes.sheetTitle }}
        >
          <Navigation user={user} expanded onNavigate={sheet.close} />
        </Drawer>
      ) : (
        <aside className={classes.drawer}>
          <Navigation user={user} expanded={expanded} />
        </aside>
      )}
      <div className={classes.page}>
        <OfflineBanner />
        <UpdateNotice />
        <LockedNotice />
        <LowQuality user={user} />
        <RestrictedCampaigns user={user} />
        <InvoiceReminder user={user} />
        <FailedWebhooks user={user} />
        <NowPlaying />
        <main ref={main} className={classes.main} tabIndex={-1}>
          <ErrorBoundary>
            <UpdateGate>
              <Suspense fallback={null}>{children}</Suspense>
            </UpdateGate>
          </ErrorBoundary>
        </main>
      </div>
      <CoreEvents />
      <CommandPalette user={user} />
      <LayoutDialogs user={user} />
    </div>
  );
}
