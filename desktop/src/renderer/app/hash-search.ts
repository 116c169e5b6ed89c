/**
 * Links write the query before the hash or behind it; screens read it before. `#/signup?companyId=3` becomes
 * `?companyId=3#/signup`, and everything else is left unchanged (null).
 */
export function searchBeforeHash(address: string): string | null {
  const url = new URL(address);
  const [path = '', search] = url.hash.split('?', 2);
  if (search === undefined) return null;
  url.hash = path;
  for (const [name, value] of new URLSearchParams(search)) url.searchParams.set(name, value);
  return url.href;
}

/** Must run before the router listens, so that it never sees the query in the path. */
export function keepSearchBeforeHash(): void {
  const move = () => {
    const moved = searchBeforeHash(window.location.href);
    if (moved) window.history.replaceState(window.history.state, '', moved);
  };
  move();
  window.addEventListener('hashchange', move);
}
