import type { ForUser, NamedFeature } from '../../kit/feature.ts';

interface Props extends ForUser {
  of: 'Bar' | 'TopBar' | 'Dialog' | 'OwnWindow';
  features: readonly NamedFeature[];
}

/** What these features have in one place of the frame. */
export const Pieces = ({ of, features, user }: Props) =>
  features.map(({ name, [of]: Piece }) => (Piece ? <Piece key={name} user={user} /> : null));
