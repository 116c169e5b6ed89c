/**
 * What holds a fake to Electron's own types: its functions and classes have names that Electron has, take no more
 * arguments than Electron gives, and take every text, number and flag that Electron takes in that place. Records of the
 * test (anything that is no function) are its own. A member that differs is typed `never`: the compiler names it.
 */
export type Agrees<Fake, Real, Played extends PropertyKey> = {
  [Name in keyof Fake]: Name extends Played | keyof NodeJS.EventEmitter
    ? Fake[Name]
    : Name extends keyof Real
      ? Member<Fake[Name], Real[Name], Played>
      : Fake[Name] extends AnyFunction
        ? never
        : Fake[Name];
};

type AnyFunction = (...args: never) => unknown;
type AnyClass<Args extends unknown[], Instance> = abstract new (...args: Args) => Instance;

type Member<Fake, Real, Played extends PropertyKey> =
  Real extends AnyClass<infer Args, infer Instance>
    ? Fake extends AnyClass<infer FakeArgs, infer FakeInstance>
      ? [Takes<FakeArgs, Required<Args>>, FakeInstance] extends [true, Agrees<FakeInstance, Instance, Played>]
        ? Fake
        : never
      : Fake extends Agrees<Fake, Real, Played>
        ? Fake
        : never
    : Real extends (...args: infer Args) => unknown
      ? Fake extends (...args: infer FakeArgs) => unknown
        ? Takes<FakeArgs, Required<Args>> extends true
          ? Fake
          : never
        : never
      : Real extends object
        ? Fake extends Agrees<Fake, Real, Played>
          ? Fake
          : never
        : Fake;

type Simple = string | number | boolean | null | undefined;

type Takes<FakeArgs extends unknown[], Args extends unknown[]> = FakeArgs extends [infer First, ...infer Rest]
  ? Args extends [infer RealFirst, ...infer RealRest]
    ? [RealFirst] extends [Simple]
      ? [RealFirst] extends [First]
        ? Takes<Rest, RealRest>
        : false
      : Takes<Rest, RealRest>
    : // As many more as the caller likes.
      number extends Args['length']
      ? true
      : false
  : true;
