import { expect, it } from 'vitest';
import { addressesToTry, readServerAddress } from './server-address.ts';

it('reads addresses as people type them, and sends no password anywhere in the clear', () => {
  const read = (typed: string) => Object.values(readServerAddress(typed))[0];
  expect(
    [
      'desk.example.com',
      ' https://desk.example.com/ ',
      'https://example.com:8443/desk/',
      'HTTP://LOCALHOST:8080',
      'http://127.0.0.1:8080/',
      'http://[::1]:8080',
      'http://desk.example.com',
      'http://127.0.0.1.example.com',
      'https://ana:senha@desk.example.com',
      'https://desk.example.com/?next=x',
      'ftp://desk.example.com',
      'javascript://desk',
      'https://',
      'não é um endereço',
      '  ',
    ].map(read),
  ).toEqual([
    'https://desk.example.com',
    'https://desk.example.com',
    'https://example.com:8443/desk',
    'http://localhost:8080',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'insecure',
    'insecure',
    'wrong',
    'wrong',
    'wrong',
    'wrong',
    'wrong',
    'wrong',
    'empty',
  ]);
});

it('looks for plain http where it may, when no scheme is typed', () => {
  expect(['127.0.0.1:8080', 'desk.example.com', 'https://localhost', 'a b'].map(addressesToTry)).toEqual([
    ['https://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['https://desk.example.com'],
    ['https://localhost'],
    [],
  ]);
});
