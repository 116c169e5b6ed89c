/** Files that wait to be uploaded, so that a reload does not lose them. Without a database they live as long as the page. */

const STORE = 'files';
const held = new Map<string, Blob>();

export async function keepFile(id: string, file: Blob): Promise<void> {
  held.set(id, file);
  await inDatabase('readwrite', (files) => files.put(file, id)).catch(() => {});
}

/** Undefined: it is lost, or another browser's. */
export async function readFile(id: string): Promise<Blob | undefined> {
  return held.get(id) ?? (await inDatabase('readonly', (files) => files.get(id)).catch(() => undefined));
}

export async function dropFile(id: string): Promise<void> {
  held.delete(id);
  await inDatabase('readwrite', (files) => files.delete(id)).catch(() => {});
}

async function inDatabase<Value>(
  mode: IDBTransactionMode,
  ask: (files: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
  const opening = indexedDB.open('balcao-chat', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await answerOf(opening);
  try {
    return await answerOf(ask(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

const answerOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
