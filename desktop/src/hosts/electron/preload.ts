import { contextBridge, ipcRenderer } from 'electron';
import { FROM_CORE, TO_CORE } from './channels.ts';

/**
 * All that a page can reach: a line that carries the bridge's frames (bridge/ipc.ts). No Electron object, no event and
 * no channel name crosses (Electron's security tutorial, items 17 and 20).
 */
contextBridge.exposeInMainWorld('balcao', {
  postMessage(message: unknown): void {
    ipcRenderer.send(TO_CORE, message);
  },
  onMessage(listener: (message: unknown) => void): () => void {
    const hear = (_event: unknown, message: unknown) => listener(message);
    ipcRenderer.on(FROM_CORE, hear);
    return () => void ipcRenderer.off(FROM_CORE, hear);
  },
  /** The page lives and dies with its line: the shell loads it again when the core was replaced. */
  onClose: (_listener: () => void) => () => {},
  close(): void {},
});
