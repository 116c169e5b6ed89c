import { generateKeyPairSync } from 'node:crypto';
import forge from 'node-forge';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTlsCertificate } from '../../sandbox/wire/tls-certificate.ts';
import { EFI_KEYS, EFI_PIX_KEY } from '../../test/services/efi.ts';
import { pemOf } from '../../test/services/efi-certificates.ts';
import { type StandIns, startStandIns } from '../../test/services/stand-ins.ts';
import { createEfi } from './efi.ts';
import { readEfiCertificate } from './efi-certificate.ts';
import type { EfiAccount } from './efi-token.ts';
import type { Outside } from './outside.ts';
import { openOutside } from './testing/open-outside.ts';

let standIns: StandIns;
let outside: Outside;
beforeAll(async () => {
  standIns = await startStandIns();
  const { url, certificates } = standIns.efi;
  outside = openOutside(standIns.url, { url, authority: certificates.server.cert });
});
afterEach(() => standIns.reset());
afterAll(() => Promise.all([outside.http.close(), standIns.close()]));

const read = (pem: string) => readEfiCertificate(Buffer.from(pem));
const account = (change: Partial<EfiAccount> = {}): EfiAccount => ({
  ...EFI_KEYS,
  certificate: read(pemOf(standIns.efi.certificates.client))!,
  isSandbox: false,
  ...change,
});
const open = (change: Partial<EfiAccount> = {}, { pixKey = EFI_PIX_KEY, clock = () => new Date() } = {}) =>
  createEfi(outside, account(change), { pixKey, clock });
const refusal = (asking: Promise<unknown>) => asking.catch(({ problem, message }) => `${problem} ${message}`);
const asked = (path: string) => standIns.asked('efi').filter((one) => one.path.startsWith(`/efi/${path}`));

it('makes one charge under one name, whose answer may be lost, and reads to the cent what was paid', async () => {
  const efi = open();
  const charge = { txid: efi.newTxid(7), amountCents: 9_990 };
  expect(charge.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/);
  const [one, other] = await Promise.all([efi.create(charge), efi.create(charge)]);
  expect(one).toEqual(other);
  expect(one.expiresAt!.getTime() - Date.now()).toBeGreaterThan(3_590_000);
  expect(standIns.efi.bank.open()).toMatchObject([{ txid: charge.txid, code: one.code, amountCents: 9_990 }]);
  expect(asked('oauth/token')).toHaveLength(1);
  expect(await efi.paidCents(charge.txid)).toBe(0);
  // A token ends before its time.
  standIns.efi.bank.endTokens();
  standIns.efi.bank.pay({ txid: charge.txid, cents: 9_989 });
  expect(await efi.paidCents(charge.txid)).toBe(9_989);
  standIns.efi.bank.giveBack(charge.txid);
  expect(await efi.paidCents(charge.txid)).toBe(0);
});

it('asks for the code where it does not come along, and takes a charge that was taken back for one that has ended', async () => {
  const efi = open();
  const charge = { txid: efi.newTxid(7), amountCents: 100 };
  standIns.efi.bank.beOld();
  expect((await efi.create(charge)).code).toMatch(/^000201010212.*6304[\dA-F]{4}$/);
  standIns.efi.bank.remove(charge.txid);
  expect((await efi.create(charge)).expiresAt!.getTime()).toBeLessThanOrEqual(Date.now());
  await expect(efi.create({ ...charge, amountCents: 200 })).rejects.toMatchObject({ problem: 'nonsense' });
});

/** It closes the line to a certificate that it does not know, with a word of TLS or without one. */
const CUT = /^(refused .*alert|unknown .*(closed|ECONNRESET))/i;

it('says what is wrong with an account', async () => {
  const { certificates } = standIns.efi;
  expect(await refusal(open().test())).toBeUndefined();
  expect(await refusal(open({ clientSecret: 'Client_Secret_outro' }).test())).toMatch(
    /^refused 401 invalid_client/,
  );
  expect(await refusal(open({ certificate: read(pemOf(createTlsCertificate()))! }).test())).toMatch(CUT);
  expect(await refusal(open({ certificate: read(pemOf(certificates.expired))! }).test())).toMatch(/expired/);
  // Also where our clock is wrong.
  const clock = () => new Date(0);
  expect(await refusal(open({ certificate: read(pemOf(certificates.expired))! }, { clock }).test())).toMatch(
    CUT,
  );
  const charge = { txid: open().newTxid(1), amountCents: 100 };
  expect(await refusal(open({}, { pixKey: 'outra@chave.test' }).create(charge))).toMatch(
    /^refused 400 chave_invalida/,
  );
  expect(await refusal(open().create({ ...charge, txid: 'FATURA7' }))).toMatch(
    /^refused 400 Cobrança inválida/,
  );
  expect(await refusal(open().create({ ...charge, amountCents: 0 }))).toMatch(/^refused 400 valor_invalido/);
  expect(await open().paidCents(charge.txid)).toBe(0);
});

it.each([
  ['another charge', { txid: 'x'.repeat(32) }],
  ['an amount in another form', { pix: [{ valor: '99,90' }] }],
  ['an amount that is a number', { pix: [{ valor: 99.9 }] }],
  ['a state that nobody knows', { status: 'PAGA' }],
])('counts nothing when it is answered %s', async (_what, change) => {
  const txid = 'a'.repeat(32);
  const calendario = { criacao: new Date().toISOString(), expiracao: 3_600 };
  const paid = {
    txid,
    status: 'CONCLUIDA',
    calendario,
    valor: { original: '99.90' },
    pix: [{ valor: '99.90' }],
  };
  await open().test();
  const answer = (body: object) => standIns.fail('efi', { kind: 'status', status: 200, body });
  answer(paid);
  expect(await open().paidCents(txid)).toBe(9_990);
  answer({ ...paid, ...change });
  await expect(open().paidCents(txid)).rejects.toMatchObject({ problem: 'nonsense' });
});

it('reads the files that Efí gives, old ones too, and nothing else', () => {
  const made = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const { pki, pkcs12, asn1 } = forge;
  const key = pki.privateKeyFromPem(made.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString());
  const cert = pki.createCertificate();
  cert.publicKey = pki.setRsaPublicKey(key.n, key.e);
  cert.validity.notBefore = new Date('2026-01-01T00:00:00Z');
  cert.validity.notAfter = new Date('2029-01-01T00:00:00Z');
  cert.sign(key, forge.md.sha256.create());
  const packed = (password: string, algorithm: '3des' | 'aes256') =>
    Buffer.from(asn1.toDer(pkcs12.toPkcs12Asn1(key, cert, password, { algorithm })).getBytes(), 'latin1');
  for (const algorithm of ['3des', 'aes256'] as const) {
    const found = readEfiCertificate(packed('', algorithm));
    expect(found?.validUntil).toEqual(cert.validity.notAfter);
    expect(read(`${found?.certificate}${found?.key}`)).toEqual(found);
  }
  const { key: otherKey, cert: otherCert } = createTlsCertificate();
  const wrong = ['', 'no certificate', otherCert, otherKey, otherKey + pki.certificateToPem(cert)].map(read);
  expect([...wrong, readEfiCertificate(packed('secret', '3des'))]).toEqual(Array(6).fill(null));
});
