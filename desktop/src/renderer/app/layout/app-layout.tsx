import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, Suspense, useRef } from 'react';
import { useBridgeCommand, useBridgeQuery } from '../../kit/bridge-query.ts';
import { useTellBusy } from '../../kit/busy.ts';
import { useNarrow } from '../../kit/use-narrow.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { ErrorBoundary } from '../error-boundary.tsx';
import { FEATURES } from '../features.ts';
import classes from './app-layout.module.css';
import { CoreEvents } from './core-events.tsx';
import { Gates } from './gates.ts';
import { LayoutDialogs } from './layout-dialogs.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { Palette } from './palette.tsx';
import { Pieces } from './pieces.tsx';
import { TopBar } from './top-bar.tsx';

/** Navigation, top bar and the page. Wide: a rail of icons stays and can be unfolded; narrow: it covers the page. */
export function AppLayout({ user, children }: { user: SessionUser; children: ReactNode }) {
  const { t } = useTexts();
  const narrow = useNarrow();
  useTellBusy();
  const { data: settings } = useBridgeQuery('settings.get', null);
  const { mutate: saveSettings } = useBridgeCommand('settings.set');
  const [sheetOpen, sheet] = useDisclosure(false);
  const main = useRef<HTMLElement>(null);
  const expanded = settings?.drawerOpen ?? false;

  const toggle = () => (narrow ? sheet.toggle() : saveSettings({ drawerOpen: !expanded }));

  return (
    <div className={classes.root}>
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
        <Pieces of="Bar" features={FEATURES} user={user} />
        <main ref={main} className={classes.main} tabIndex={-1}>
          <ErrorBoundary>
            <Gates>
              <Suspense fallback={null}>{children}</Suspense>
            </Gates>
          </ErrorBoundary>
        </main>
      </div>
      <CoreEvents />
      <Palette user={user} />
      <LayoutDialogs user={user} />
    </div>
  );
}
