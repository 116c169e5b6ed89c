import './app/zod-without-eval.ts';
import '@fontsource-variable/inter';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import './theme/tokens.css';
import './theme/global.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { connectBridge } from './app/bridge.ts';
import { keepSearchBeforeHash } from './app/hash-search.ts';
import { followCore } from './app/live-queries.ts';
import { createQueryClient } from './app/query-client.ts';
import { refuseStrayFiles } from './app/refuse-stray-files.ts';
import { reportUnhandled } from './app/report.ts';
import { wakeCore } from './app/wake-core.ts';
import { startI18n } from './kit/i18n.ts';
import { TextsProvider } from './kit/use-texts.ts';

async function start(): Promise<void> {
  // The host writes a new nonce into each page; without it no component may add a style tag (security 1.2).
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
  setNonce(nonce);

  keepSearchBeforeHash();
  refuseStrayFiles();
  const bridge = connectBridge();
  reportUnhandled(bridge);
  const queryClient = createQueryClient();
  followCore(bridge, queryClient);
  wakeCore(bridge, window);
  await startI18n();

  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  createRoot(root).render(
    <TextsProvider>
      <App bridge={bridge} queryClient={queryClient} nonce={nonce} />
    </TextsProvider>,
  );
}

void start();
