/** Whether the chat stays open in this tab, over the pages that it shows. */
export interface OpenTab {
  read(): boolean;
  write(isOpen: boolean): void;
}

/** Where the chat covers the page, as on a phone, each page begins without it. */
const COVERED = '(max-width: 480px)';

export function openTab(key: string): OpenTab {
  const name = `balcao-chat:${key}:open`;
  return {
    read: () =>
      ofStorage((storage) => storage.getItem(name) !== null) === true && !matchMedia(COVERED).matches,
    write: (isOpen) =>
      void ofStorage((storage) => (isOpen ? storage.setItem(name, '') : storage.removeItem(name))),
  };
}

/** To look at the storage throws where the browser forbids it: there each page begins without the chat. */
function ofStorage<T>(look: (storage: Storage) => T): T | undefined {
  try {
    return look(sessionStorage);
  } catch {
    return undefined;
  }
}
