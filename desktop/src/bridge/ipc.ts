/**
 * The little that both ends need of a message channel between two processes: Electron's MessagePortMain, a browser's
 * MessagePort and a worker's parent port all fit behind it. Values travel as structured clones.
 */
export interface IpcPort {
  postMessage(message: unknown): void;
  /** Returns the function that stops listening. */
  onMessage(listener: (message: unknown) => void): () => void;
  /** The other end is gone. */
  onClose(listener: () => void): () => void;
  close(): void;
}
