import type { ErrorEntry } from './contract/feature.ts';
import { FEATURES, type FeatureName } from './features.ts';

type CodeOf<F extends FeatureName> = keyof (typeof FEATURES)[F]['errors'] & string;
export type ErrorCode = { [F in FeatureName]: CodeOf<F> }[FeatureName];
type ErrorKey = { [F in FeatureName]: `${F}:errors.${CodeOf<F>}` }[FeatureName];

/**
 * Every error that Balcão answers, once: the server throws by code, the console translates by code. Each code is
 * declared by its feature; without a sentence in all three languages the i18n check fails.
 */
export const ERRORS: Readonly<Record<ErrorCode, ErrorEntry>> = Object.assign(
  {},
  ...Object.values(FEATURES).map(({ errors }) => errors),
);

const KEYS = Object.fromEntries(
  Object.entries(FEATURES).flatMap(([name, { errors }]) =>
    Object.keys(errors).map((code) => [code, `${name}:errors.${code}`]),
  ),
) as Record<ErrorCode, ErrorKey>;

/** The key of a code's text: `tags:errors.ERR_NO_TAG_FOUND`. */
export const errorKey = (code: ErrorCode): ErrorKey => KEYS[code];

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(ERRORS, value);

/** Values that an error text may name, for example who took a ticket. Shown to people, so never secrets. */
export type ErrorParams = Record<string, string | number>;

/**
 * The one error that crosses a boundary on purpose. `message` is for logs; people read the translation of `code`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly params: ErrorParams;

  constructor(code: ErrorCode, params: ErrorParams = {}, options?: { cause?: unknown; message?: string }) {
    super(options?.message ?? code, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.params = params;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }

  get retryable(): boolean {
    return ERRORS[this.code].retryable;
  }
}
