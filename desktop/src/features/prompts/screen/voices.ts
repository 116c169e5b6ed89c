import { type Voice, WRITTEN } from '@balcao/shared/features/responders/ai.ts';
import type { TextOf } from '../../../renderer/kit/use-texts.ts';

/** Whom a voice sounds like. */
const SPEAKERS: Record<Exclude<Voice, typeof WRITTEN>, { name: string; kind: 'woman' | 'man' }> = {
  'pt-BR-FranciscaNeural': { name: 'Francisca', kind: 'woman' },
  'pt-BR-AntonioNeural': { name: 'Antônio', kind: 'man' },
  'pt-BR-BrendaNeural': { name: 'Brenda', kind: 'woman' },
  'pt-BR-DonatoNeural': { name: 'Donato', kind: 'man' },
  'pt-BR-ElzaNeural': { name: 'Elza', kind: 'woman' },
  'pt-BR-FabioNeural': { name: 'Fábio', kind: 'man' },
  'pt-BR-GiovannaNeural': { name: 'Giovanna', kind: 'woman' },
  'pt-BR-HumbertoNeural': { name: 'Humberto', kind: 'man' },
  'pt-BR-JulioNeural': { name: 'Júlio', kind: 'man' },
  'pt-BR-LeilaNeural': { name: 'Leila', kind: 'woman' },
  'pt-BR-LeticiaNeural': { name: 'Letícia', kind: 'woman' },
  'pt-BR-ManuelaNeural': { name: 'Manuela', kind: 'woman' },
  'pt-BR-NicolauNeural': { name: 'Nicolau', kind: 'man' },
  'pt-BR-ValerioNeural': { name: 'Valério', kind: 'man' },
  'pt-BR-YaraNeural': { name: 'Yara', kind: 'woman' },
  'pt-BR-ThalitaNeural': { name: 'Thalita', kind: 'woman' },
};

export function voiceLabel(t: TextOf, voice: Voice): string {
  if (voice === WRITTEN) return t('prompts:written');
  const { name, kind } = SPEAKERS[voice];
  return t(`prompts:voices.${kind}`, { name });
}
