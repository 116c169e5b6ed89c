import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import type { BridgeClient } from '../../bridge/client.ts';
import { BridgeProvider } from '../kit/bridge-context.tsx';
import toasts from '../kit/toasts.module.css';
import { useTexts } from '../kit/use-texts.ts';
import { colorSchemeManager } from '../theme/color-scheme-manager.ts';
import { theme } from '../theme/theme.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Preferences } from './preferences.tsx';
import { Routes } from './routes.tsx';

interface Props {
  bridge: BridgeClient;
  queryClient: QueryClient;
  /** The nonce of this page's content policy; style tags without it are refused. */
  nonce: string;
}

/** Hash addresses, so that every host serves one page and a reload stays where it was. */
export function App({ bridge, queryClient, nonce }: Props) {
  const { t } = useTexts();
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <BridgeProvider bridge={bridge}>
        <QueryClientProvider client={queryClient}>
          <Router hook={useHashLocation}>
            <ModalsProvider
              labels={{ confirm: t('common:close'), cancel: t('common:cancel') }}
              modalProps={{ closeButtonProps: { 'aria-label': t('common:close') } }}
            >
              <Notifications
                position="bottom-left"
                limit={3}
                zIndex={1000}
                classNames={{ root: toasts.root }}
              />
              <ErrorBoundary>
                <Preferences />
                <Routes />
              </ErrorBoundary>
            </ModalsProvider>
          </Router>
        </QueryClientProvider>
      </BridgeProvider>
    </MantineProvider>
  );
}
