import { join } from 'node:path';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { Settings } from '@balcao/shared/features/preferences/bridge.ts';
import type { Host } from '../hosts/host.ts';
import type { Log } from './log.ts';
import { EVERY_FILE, type FileIds, type FileStore, openFileStore } from './media/file-store.ts';
import { removeCache } from './store/files.ts';
import { openStore, type Store } from './store/store.ts';
import { type AccountFolder, openAccount, removeAccount } from './vault/account-dir.ts';
import { createKeys } from './vault/keys.ts';

/** What one person has on this computer: a folder with the two databases and the files. */
export interface WorkspaceData {
  readonly account: AccountFolder;
  readonly store: Store;
  readonly files: FileStore;
  close(): void;
  /**
   * Call it after `close`, when the agent has left: customers' messages do not stay on a shared computer. What the
   * agent wrote (drafts, commands that wait, files to be sent) does, unless the agent `isDeleted`.
   */
  forget(isDeleted: boolean): Promise<void>;
}

interface Deps {
  host: Pick<Host, 'secrets' | 'dataDir'>;
  settings(): Pick<Settings, 'storage'>;
  log: Log;
}

const MEGABYTE = 1024 ** 2;

/** @param withoutCache begins without the copies of the server's data */
export async function openWorkspaceData(
  name: string,
  user: SessionUser,
  { host, settings, log }: Deps,
  withoutCache: boolean,
): Promise<WorkspaceData> {
  const keys = createKeys(host.secrets);
  const account = await openAccount({
    dir: join(host.dataDir, 'accounts', name),
    keys,
    sealed: settings().storage.sealed && host.secrets.sealed,
    log,
  });
  const { dir, key } = account;

  if (withoutCache) removeCache(dir);
  const store = openStore({ dir, userId: user.id, log, key });
  let needed: () => FileIds = store.neededFiles;
  const mediaBytes = settings().storage.mediaMegabytes * MEGABYTE;
  const files = await openFileStore(join(dir, 'media'), mediaBytes, key, () => needed()).catch(
    (error: unknown) => {
      store.close();
      throw error;
    },
  );

  return {
    account,
    store,
    files,
    close() {
      needed = lastNeeded(store, log);
      store.close();
    },
    async forget(isDeleted) {
      if (isDeleted) return removeAccount(account, keys);
      removeCache(dir);
      await files.clear();
    },
  };
}

/** A person can leave also when the database cannot be read any more. */
function lastNeeded(store: Store, log: Log): () => FileIds {
  try {
    const last = store.neededFiles();
    return () => last;
  } catch (err) {
    log.error({ err }, 'what is unsent cannot be read: all files stay');
    return () => EVERY_FILE;
  }
}
