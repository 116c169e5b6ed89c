import type { ConnectionView } from '@balcao/shared/api/connections.ts';
import type { Tone } from '../../components/status-pill.tsx';

export const CONNECTION_TONES: Record<ConnectionView['status'], Tone> = {
  connected: 'success',
  OPENING: 'info',
  PAIRING: 'info',
  qrcode: 'warning',
  TIMEOUT: 'danger',
  DISCONNECTED: 'danger',
};
