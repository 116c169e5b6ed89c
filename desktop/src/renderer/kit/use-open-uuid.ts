import { useRoute } from 'wouter';

/** The conversation that the address names. Only the caller is drawn again when it changes, none above it. */
export function useOpenUuid(): string | null {
  const [, place] = useRoute('/tickets/:uuid');
  return place?.uuid ?? null;
}
