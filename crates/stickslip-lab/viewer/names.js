// What contacts are called: where several have one name, as the corners of a box on its floor, each has a number too.

const known = new WeakMap();

/** The name of a contact by its number on the page; null where there is no such contact. */
export function contactName(page, index) {
  const contact = page.contacts?.[index];
  if (!contact) return null;
  const { count, numbers } = numbered(page.contacts);
  return count.get(contact.name) > 1 ? `${contact.name} (${numbers[index]})` : contact.name;
}

/** What an event says, with the name that its contact has here. */
export function eventText(page, { text, contact }) {
  const plain = page.contacts?.[contact]?.name;
  return plain && text.startsWith(plain) ? contactName(page, contact) + text.slice(plain.length) : text;
}

/** How many have each name, and which of them each is; counted on where contacts have come, which live pages have. */
function numbered(contacts) {
  let found = known.get(contacts);
  if (!found) known.set(contacts, found = { count: new Map(), numbers: [] });
  for (let i = found.numbers.length; i < contacts.length; i++) {
    // those that are forgotten already leave gaps
    const name = contacts[i]?.name;
    const number = (found.count.get(name) ?? 0) + 1;
    if (name !== undefined) found.count.set(name, number);
    found.numbers.push(number);
  }
  return found;
}
