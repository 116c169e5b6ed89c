import { describe, expect, it } from 'vitest';
import { readMark } from './rating-words.ts';

describe('a mark', () => {
  it.each([
    ['1', 1],
    [' 3 ', 3],
    ['Muito satisfeito', 3],
    ['very satisfied', 3],
    ['0', null],
    ['4', null],
    ['três', null],
    ['⭐', null],
    ['1 2 3', null],
    ['', null],
  ])('on the first scale: %j is %j', (text, mark) => expect(readMark(text, 'satisfaction')).toBe(mark));

  it.each([
    ['5', 5],
    ['5!', 5],
    ['5️⃣', 5],
    ['5 ⭐', 5],
    ['⭐⭐⭐⭐⭐', 5],
    ['⭐️ ⭐️ ⭐️', 3],
    ['★★★★☆', 4],
    ['🌟', 1],
    ['5 estrelas', 5],
    ['Cinco', 5],
    ['cinco estrelas!!!', 5],
    ['3 stars', 3],
    ['três', 3],
    ['cuatro estrellas', 4],
    ['nota 4', 4],
    ['4/5', 4],
    ['4 de 5', 4],
    ['4/10', null],
    ['0', null],
    ['6', null],
    ['⭐⭐⭐⭐⭐⭐', null],
    ['4,5', null],
    ['10', null],
    ['5 camisas', null],
    ['5 estrelas para o Bruno', null],
    ['!', null],
    ['', null],
  ])('in stars: %j is %j', (text, mark) => expect(readMark(text, 'stars')).toBe(mark));

  it.each([
    ['10', 10],
    ['1', 1],
    ['0', 0],
    ['🔟', 10],
    ['1️⃣0️⃣', 10],
    ['dez', 10],
    ['Nota 10', 10],
    ['minha nota é 9', 9],
    ['10/10', 10],
    ['10 👏👏', 10],
    ['zero', 0],
    ['7 pontos', 7],
    ['11', null],
    ['100', null],
    ['-1', null],
    ['1 0', null],
    ['⭐⭐⭐', null],
    ['8/5', null],
  ])('from 0 to 10: %j is %j', (text, mark) => expect(readMark(text, 'nps')).toBe(mark));
});
