import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { expect, it } from 'vitest';
import { createTlsCertificate } from '../../../sandbox/wire/tls-certificate.ts';
import { seeCertificate } from './certificate.ts';

it('sees until when a certificate is valid, and that nobody vouches for it', async () => {
  const server = createServer(createTlsCertificate()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(await seeCertificate(url)).toEqual({
    host: url.host,
    until: expect.stringMatching(/^20\d\d-/),
    refused: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  });
  server.close();
  await once(server, 'close');
  expect(await seeCertificate(url)).toEqual({ host: url.host, until: null, refused: null });
});
