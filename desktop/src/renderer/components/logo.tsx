import logoUrl from '../../../../resources/icons/balcao.svg';

/** Decorative: the name is beside it or is the page's title. */
export function Logo({ size }: { size: number }) {
  return <img src={logoUrl} width={size} height={size} alt="" />;
}
