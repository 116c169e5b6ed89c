import { expect, test } from 'vitest';
import { CAST } from '../../server/src/demo/cast.ts';
import { LINES, MAX_REPLIES, replyTo } from '../play-words.ts';

/** Answers the same words until the customer falls silent. */
function everything(number: string, text: string): string[] {
  const said: string[] = [];
  for (let reply = replyTo(number, text, said); reply !== null; reply = replyTo(number, text, said))
    said.push(reply);
  return said;
}

test('customers answer what was written, say nothing twice, and fall silent', () => {
  const { maria, emma } = CAST;
  expect(replyTo(maria.number, 'Posso mandar o link de pagamento?', [])).toContain('Pix');
  expect(replyTo(emma.number, 'Yes, we ship in three days.', [])).toContain('Thursday');
  // A picture without words.
  expect(replyTo(maria.number, '', [])).not.toBeNull();
  for (const { number } of Object.values(CAST))
    for (const text of ['Bom dia!', 'Sai por R$ 10,00. Quer?', '🙂']) {
      const said = everything(number, text);
      expect(said).toHaveLength(MAX_REPLIES);
      expect(new Set(said).size).toBe(said.length);
    }
});

test('the morning goes on for some minutes, every 20 to 60 seconds', () => {
  for (const { after } of LINES) {
    expect(after).toBeGreaterThanOrEqual(20);
    expect(after).toBeLessThanOrEqual(60);
  }
});
