const HOUR_MS = 3_600_000;

/** Says of each thing once an hour that it is the first time. */
export function createHourly<Key>(now: () => number): (key: Key) => boolean {
  let hour = 0;
  const told = new Set<Key>();
  return (key) => {
    const thisHour = Math.floor(now() / HOUR_MS);
    if (thisHour !== hour) told.clear();
    hour = thisHour;
    if (told.has(key)) return false;
    told.add(key);
    return true;
  };
}
