import { homedir } from 'node:os';
import type { Handlers } from '../../bridge/dispatcher.ts';
import { readLogs } from '../diagnostics/log-file.ts';
import { redactLine } from '../diagnostics/redact.ts';
import type { CoreServices } from './core-services.ts';

export function diagnosticsHandlers({ host, version, session, syncStatus }: CoreServices) {
  const facts = () => {
    const { phase, layer, queued } = syncStatus();
    return {
      version,
      host: host.kind,
      system: `${process.platform} ${process.arch}`,
      runtime: process.versions.electron
        ? `Electron ${process.versions.electron}, Node ${process.versions.node}`
        : `Node ${process.versions.node}`,
      serverUrl: session.state().serverUrl,
      dataDir: host.dataDir,
      phase,
      layer,
      queued,
    };
  };
  return {
    'diagnostics.get': () => facts(),
    'diagnostics.log': () => {
      const lines = readLogs(host.dataDir).map((line) => redactLine(line, homedir()));
      const head = Object.entries({ ...facts(), dataDir: null, at: new Date().toISOString() })
        .filter(([, value]) => value !== null)
        .map(([name, value]) => `${name}: ${value}`);
      return [...head, '', ...lines, ''].join('\n');
    },
  } satisfies Partial<Handlers>;
}
