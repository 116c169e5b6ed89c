import { AppError } from '@balcao/shared/errors.ts';

/** @throws AppError ERR_PROTOCOL: the line is lost, and the next one starts from what is stored */
export function expectInTurn(condition: boolean, frame: string): asserts condition {
  if (!condition) throw new AppError('ERR_PROTOCOL', {}, { message: `${frame} out of turn` });
}
