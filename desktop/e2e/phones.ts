/** Phones that live in the sandbox from the start. */
export const COMPANY = '5511999990001';
export const MARIA = '5511988880002';
/** The customers' phones that the tests use. */
export const JOAO = '5521977770003';
export const CARLA = '5531966660004';
