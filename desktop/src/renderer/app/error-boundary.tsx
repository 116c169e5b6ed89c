import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Component, type ReactNode } from 'react';
import type { BridgeClient } from '../../bridge/client.ts';
import { StateView } from '../components/state-view.tsx';
import { useBridge } from '../kit/bridge-context.tsx';
import { useTexts } from '../kit/use-texts.ts';
import { report } from './report.ts';

/** Shows that the screen broke, writes the log and offers a reload; drafts and queued commands are in the core. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  return <Boundary bridge={useBridge()}>{children}</Boundary>;
}

class Boundary extends Component<{ bridge: BridgeClient; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    report(this.props.bridge, error);
  }

  override render() {
    return this.state.failed ? <Crashed /> : this.props.children;
  }
}

function Crashed() {
  const { t } = useTexts();
  return (
    <StateView
      role="alert"
      icon={IconAlertTriangle}
      title={t('common:crashTitle')}
      hint={t('common:crashHint')}
      action={<Button onClick={() => window.location.reload()}>{t('common:reload')}</Button>}
    />
  );
}
