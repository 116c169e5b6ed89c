import { gzipSync } from 'node:zlib';
import { contrast } from '@balcao/shared/text/colours.ts';
import fc from 'fast-check';
import { build, type Rolldown } from 'vite';
import { beforeAll, expect, it } from 'vitest';
import config from '../vite.chat.config.ts';
import { chatPalette } from './colours.ts';
import { chooseLanguage, WORDS } from './words.ts';

/** What shops put into their pages. */

const MOST_BYTES = 35 * 1024;
let script: string;

beforeAll(async () => {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: { ...config.build, write: false },
  });
  const [{ output }] = built as Rolldown.RolldownOutput[] as [Rolldown.RolldownOutput];
  expect(output.map(({ fileName }) => fileName)).toEqual(['chat.js']);
  script = output[0].code;
});

it('is one small file', () => {
  expect(gzipSync(script, { level: 9 }).byteLength).toBeLessThanOrEqual(MOST_BYTES);
});

it('does nothing that a strict policy of a page forbids, and brings no cookie', () => {
  expect(script).not.toMatch(/\beval\(|new Function|document\.cookie|insertAdjacentHTML|<style|ZodError/);
});

it('speaks the language of the page, and the shop’s where that is none of ours', () => {
  const chosen = ['pt-BR', 'es-MX', 'EN', 'de', ''].map((tag) => WORDS[chooseLanguage(tag, 'es')].send);
  expect(chosen).toEqual(['Enviar', 'Enviar', 'Send', 'Enviar', 'Enviar']);
});

it('can be read in every colour, in the light and in the dark', () => {
  const part = fc.integer({ min: 0, max: 255 }).map((value) => value.toString(16).padStart(2, '0'));
  const paper = { light: '#ffffff', dark: '#1b1d21' } as const;
  fc.assert(
    fc.property(part, part, part, fc.constantFrom('light', 'dark'), (red, green, blue, theme) => {
      const { accent, onAccent, ink } = chatPalette(`#${red}${green}${blue}`, theme);
      expect(contrast(accent, onAccent)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(ink, paper[theme])).toBeGreaterThanOrEqual(4.5);
    }),
  );
});
