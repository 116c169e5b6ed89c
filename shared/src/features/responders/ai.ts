/** An AI that speaks OpenAI's protocol, where a prompt does not say another. */
export const AI_DEFAULTS = {
  baseUrl: 'https://api.openai.com/v1',
  model: 'gpt-4o-mini',
  transcriptionModel: 'whisper-1',
} as const;

/** Answers are written, or spoken by one of Azure's Brazilian voices. */
export const WRITTEN = 'texto';
export const VOICES = [
  WRITTEN,
  'pt-BR-FranciscaNeural',
  'pt-BR-AntonioNeural',
  'pt-BR-BrendaNeural',
  'pt-BR-DonatoNeural',
  'pt-BR-ElzaNeural',
  'pt-BR-FabioNeural',
  'pt-BR-GiovannaNeural',
  'pt-BR-HumbertoNeural',
  'pt-BR-JulioNeural',
  'pt-BR-LeilaNeural',
  'pt-BR-LeticiaNeural',
  'pt-BR-ManuelaNeural',
  'pt-BR-NicolauNeural',
  'pt-BR-ValerioNeural',
  'pt-BR-YaraNeural',
  'pt-BR-ThalitaNeural',
] as const;
export type Voice = (typeof VOICES)[number];

/** Seconds in which a customer's messages that follow each other are answered together. */
export const WAIT_SECONDS = { min: 0, max: 10, initial: 3 } as const;

/** What may be said of a prompt; `initial` is the same as in the table of prompts. */
export const PROMPT_LIMITS = {
  nameChars: 100,
  chars: 20_000,
  /** This limits one answer. */
  maxTokens: { min: 1, max: 16_000, initial: 100 },
  temperature: { min: 0, max: 2, initial: 1 },
  maxMessages: { min: 1, max: 100, initial: 10 },
} as const;
