import { navigate } from 'wouter/use-hash-location';

/** Goes to another page. Unlike `useLocation` it asks for no redrawing whenever the address changes. */
export { navigate };

/** Where one is at this moment; what is drawn by the address uses `useLocation`. */
export const currentPath = (): string => `/${window.location.hash.replace(/^#?\/?/, '')}`;
