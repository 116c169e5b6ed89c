/** Work that several ask for at the same time is done once: twenty consoles that show the same new picture make one. */
export function createSharedWork(): (key: string, work: () => Promise<void>) => Promise<void> {
  const going = new Map<string, Promise<void>>();
  return (key, work) => {
    const done = going.get(key) ?? work().finally(() => going.delete(key));
    going.set(key, done);
    return done;
  };
}
