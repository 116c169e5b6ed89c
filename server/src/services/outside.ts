import { AI_DEFAULTS } from '@balcao/shared/features/responders/ai.ts';
import type { HttpClient } from '../platform/outgoing/http-client.ts';

/** What a client of a service needs: the way out, and where the services are whose address no company types. */
export interface Outside {
  http: HttpClient;
  addresses: Addresses;
}

/** When a call ends at the latest. */
export interface Limits {
  timeoutMs: number;
  /** Ends it early. */
  signal?: AbortSignal | undefined;
}

/** Addresses without a slash at their end. */
export interface Addresses {
  /** Where a prompt without an address of its own asks. */
  openAi: string;
  /** The token end of Google, and the API of Dialogflow. */
  googleToken: string;
  dialogflow: string;
  asaas: string;
  /** The API Pix of Efí: the real one, or the one to try out with. */
  efi(isSandbox: boolean): string;
  /** The certificate, in PEM, that vouches for that address; undefined: those that vouch for all others. */
  efiAuthority: string | undefined;
  telegram: string;
  /** The Graph API, with its version. */
  meta: string;
  notificaMe: string;
  /** Where tokens for a mailbox are asked for. */
  mailTokens(provider: 'google' | 'microsoft', tenant: string): string;
  /** Azure's speech in a region, whose name is checked by whoever calls. */
  speech(region: string): string;
}

const REAL: Addresses = {
  openAi: AI_DEFAULTS.baseUrl,
  googleToken: 'https://oauth2.googleapis.com/token',
  dialogflow: 'https://dialogflow.googleapis.com',
  asaas: 'https://api.asaas.com/v3',
  efi: (isSandbox) => (isSandbox ? 'https://pix-h.api.efipay.com.br' : 'https://pix.api.efipay.com.br'),
  efiAuthority: undefined,
  telegram: 'https://api.telegram.org',
  meta: 'https://graph.facebook.com/v23.0',
  notificaMe: 'https://api.notificame.com.br/v1',
  mailTokens: (provider, tenant) =>
    provider === 'google'
      ? 'https://oauth2.googleapis.com/token'
      : `https://login.microsoftonline.com/${tenant}/oauth2/v2.0/token`,
  speech: (region) => `https://${region}.tts.speech.microsoft.com`,
};

/** Where Efí is played: it asks for certificates, so it has an address of its own. */
export interface EfiStandIn {
  url: string;
  authority: string;
}

/** @param standIn one address that speaks for all of them; null: the real ones */
export const createAddresses = (standIn: string | null, efi: EfiStandIn | null = null): Addresses => ({
  ...(standIn === null ? REAL : standInAddresses(standIn)),
  ...(efi && { efi: () => efi.url, efiAuthority: efi.authority }),
});

const standInAddresses = (standIn: string): Addresses => ({
  ...REAL,
  openAi: `${standIn}/openai/v1`,
  googleToken: `${standIn}/google/token`,
  dialogflow: `${standIn}/dialogflow`,
  asaas: `${standIn}/asaas/v3`,
  telegram: `${standIn}/telegram`,
  meta: `${standIn}/whatsapp-cloud`,
  notificaMe: `${standIn}/hub/v1`,
  mailTokens: (provider, tenant) => `${standIn}/mail-login/${provider}/${tenant}/token`,
  speech: (region) => `${standIn}/azure/${region}`,
});
