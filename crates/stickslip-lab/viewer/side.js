// On which of its two bodies a contact's force is shown.

const LEVEL = 0.05; // of a normal that points neither up nor down

/** +1 where the force on the second body is shown, −1 where that on the first is: on the one that can move; where both can, on the one that is held up. */
export function sideOf(page, touches, k) {
  const [first, second] = page.contacts?.[touches.contact[k]]?.bodies ?? [null, null];
  const still = (body) => body === null || body === undefined || (page.bodies[body]?.still ?? true);
  if (still(first) || still(second)) return still(second) && !still(first) ? -1 : 1;
  const up = page.up ?? [0, 0, 1], n = touches.normal, at = 3 * k;
  return n[at] * up[0] + n[at + 1] * up[1] + n[at + 2] * up[2] < -LEVEL ? -1 : 1;
}
