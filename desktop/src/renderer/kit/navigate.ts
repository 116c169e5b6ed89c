import { navigate } from 'wouter/use-hash-location';

/** Goes to another page. Unlike `useLocation` it causes no redraw when the address changes. */
export { navigate };

/** The current address; components that depend on it use `useLocation`. */
export const currentPath = (): string => `/${window.location.hash.replace(/^#?\/?/, '')}`;
