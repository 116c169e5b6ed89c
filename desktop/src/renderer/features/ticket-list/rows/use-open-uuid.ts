import { useRoute } from 'wouter';

/** The conversation that the address names. Whoever asks is drawn anew when it changes, and nobody above. */
export function useOpenUuid(): string | null {
  const [, place] = useRoute('/tickets/:uuid');
  return place?.uuid ?? null;
}
