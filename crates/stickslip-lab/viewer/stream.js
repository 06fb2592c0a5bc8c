// The endless answer of the live view's server, cut into messages; and what is asked of it.

const HEAD = 5; // bytes: the length of what follows, and a type
const LONGEST = 512e6; // bytes; a longer message is no message

/** Reads messages until the stream ends: calls back with a type and its bytes, which begin at 0 of their own buffer. */
export async function readStream(address, signal, onmessage) {
  const answer = await fetch(address, { signal, cache: "no-store" });
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  const reader = answer.body.getReader();
  // large messages come in many pieces, which are joined once, when the last is there
  let pieces = [], there = 0, wanted = HEAD;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    pieces.push(value);
    there += value.length;
    if (there < wanted) continue;
    const bytes = joined(pieces, there);
    let at = 0;
    for (wanted = HEAD; there - at >= HEAD; at += wanted, wanted = HEAD) {
      const length = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
      if (length < 1 || length > LONGEST) throw new Error("the server sends something that is not a stream of messages");
      wanted = 4 + length;
      if (there - at < wanted) break;
      onmessage(bytes[at + 4], bytes.slice(at + HEAD, at + wanted).buffer);
    }
    pieces = [bytes.subarray(at)];
    there -= at;
  }
}

function joined(pieces, length) {
  if (pieces.length === 1) return pieces[0];
  const all = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Sends a command; the answer is null, or the sentence why not. */
export async function sendCommand(address, command) {
  try {
    const answer = await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(command) });
    return answer.ok ? null : (await answer.text()) || `the server answers ${answer.status}`;
  } catch {
    return "The server does not answer.";
  }
}
