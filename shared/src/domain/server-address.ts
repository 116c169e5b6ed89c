/** Why a typed address cannot be a server's. */
export type AddressProblem = 'empty' | 'wrong' | 'insecure';

const HOST = String.raw`[\p{L}\d](?:[\p{L}\d.-]*[\p{L}\d])?|\[[\da-f:]+\]`;
const ADDRESS = new RegExp(`^(https?)://(${HOST})(:\\d{1,5})?((?:/[\\w.~-]+)*)/*$`, 'iu');
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The server's address as people type it: `desk.example.com` means https. Passwords are sent there, so plain http is
 * for this computer alone; an address with a user name, a password or a query is no server.
 */
export function readServerAddress(typed: string): { url: string } | { problem: AddressProblem } {
  const text = typed.trim();
  if (text === '') return { problem: 'empty' };
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  const [, scheme = '', host = '', port = '', path = ''] = ADDRESS.exec(whole) ?? [];
  if (host === '') return { problem: 'wrong' };
  const [protocol, name] = [scheme.toLowerCase(), host.toLowerCase()];
  if (protocol === 'http' && !LOOPBACK.test(name)) return { problem: 'insecure' };
  return { url: `${protocol}://${name}${port}${path}` };
}
