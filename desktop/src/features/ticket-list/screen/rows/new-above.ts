/**
 * Tickets that have moved above the agent's place further down: new ones, and those that a message
 * has lifted to the top. For lists whose newest come first, so that the others keep their order.
 *
 * @param firstVisible place in `before` of the first row in sight
 */
export function newAbove(before: readonly number[], now: readonly number[], firstVisible: number): number[] {
  const place = new Map(before.map((id, index) => [id, index]));
  const lifted = new Set<number>();
  let lowest = Number.POSITIVE_INFINITY;
  for (const id of now.toReversed()) {
    const was = place.get(id) ?? Number.POSITIVE_INFINITY;
    if (was < lowest) lowest = was;
    else lifted.add(id);
  }
  const inSight = now.findIndex((id) => !lifted.has(id) && (place.get(id) ?? 0) >= firstVisible);
  return now.slice(0, Math.max(inSight, 0)).filter((id) => lifted.has(id));
}
