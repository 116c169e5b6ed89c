/**
 * What the script keeps in the page's storage, under names of its own chat. Where a browser allows no storage it is kept
 * as long as the page lives.
 */
export interface Store {
  /** Undefined: it is not there, or is not ours. */
  read(name: string): unknown;
  write(name: string, value: unknown): void;
  remove(name: string): void;
  /** The names that begin so, in their order. */
  names(beginning: string): string[];
  /** Calls when another tab has changed something. @returns how to stop */
  onOther(changed: (name: string) => void): () => void;
}

export function openStore(key: string): Store {
  const prefix = `balcao-chat:${key}:`;
  const storage = usableStorage();
  return {
    read(name) {
      try {
        return JSON.parse(storage.getItem(prefix + name) ?? '') as unknown;
      } catch {
        return undefined;
      }
    },
    write(name, value) {
      try {
        storage.setItem(prefix + name, JSON.stringify(value));
      } catch {
        // The storage is full: what is said goes out all the same, but not after a reload.
      }
    },
    remove: (name) => storage.removeItem(prefix + name),
    names: (beginning) =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
        .filter((name) => name.startsWith(prefix + beginning))
        .map((name) => name.slice(prefix.length))
        .sort(),
    onOther(changed) {
      const hear = ({ key: name }: StorageEvent) => {
        if (name?.startsWith(prefix)) changed(name.slice(prefix.length));
      };
      addEventListener('storage', hear);
      return () => removeEventListener('storage', hear);
    },
  };
}

/** To look at the storage throws where the browser forbids it. */
function usableStorage(): Storage {
  try {
    const probe = 'balcao-chat';
    localStorage.setItem(probe, '');
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return memoryStorage();
  }
}

function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  };
}
