import type { Storage } from './storage.ts';

/**
 * What is new goes to one store, what is not there is read from a disk: files move over one by one meanwhile
 * (`balcao move-files`).
 */
export function withFormerDisk(store: Storage, disk: Storage): Storage {
  /** It may have moved between the first look and the second. */
  const find = <T>(look: (one: Storage) => Promise<T>): Promise<T> =>
    look(store).catch(onlyMissing(() => look(disk).catch(onlyMissing(() => look(store)))));

  return {
    put: store.put,
    piecemeal: store.piecemeal,
    open: (path, range) => find((one) => one.open(path, range)),
    link: store.link,
    openDerived: (path, make) => find((one) => one.openDerived(path, make)),
    async abandoned(before) {
      return [...(await disk.abandoned(before)), ...(await store.abandoned(before))];
    },
    async keep(path) {
      await disk.keep(path);
      await store.keep(path);
    },
    async abandonedPieces(before) {
      return [...(await disk.abandonedPieces(before)), ...(await store.abandonedPieces(before))];
    },
    async removePieces(path) {
      await disk.removePieces(path);
      await store.removePieces(path);
    },
    /** The disk first: whoever moves a file looks there once it is in the other store. */
    async remove(path) {
      await disk.remove(path);
      await store.remove(path);
    },
    async removeCompany(companyId) {
      await disk.removeCompany(companyId);
      await store.removeCompany(companyId);
    },
  };
}

function onlyMissing<T>(work: () => Promise<T>): (error: NodeJS.ErrnoException) => Promise<T> {
  return (error) => {
    if (error.code === 'ENOENT') return work();
    throw error;
  };
}
