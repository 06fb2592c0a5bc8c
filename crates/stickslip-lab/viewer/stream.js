// The endless answer of the live view's server, cut into messages; and what is asked of it.

const LONGEST = 512e6; // bytes; a longer message is no message

/** Reads messages until the stream ends: calls back with a type and its bytes, which begin at 0 of their own buffer. */
export async function readStream(address, signal, onmessage) {
  const answer = await fetch(address, { signal, cache: "no-store" });
  if (!answer.ok) throw new Error(`the server answers ${answer.status}`);
  const reader = answer.body.getReader();
  let rest = new Uint8Array(0);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const bytes = rest.length === 0 ? value : join(rest, value);
    let at = 0;
    while (bytes.length - at >= 5) {
      const length = new DataView(bytes.buffer, bytes.byteOffset + at, 4).getUint32(0, true);
      if (length < 1 || length > LONGEST) throw new Error("the server sends something that is not a stream of messages");
      if (bytes.length - at - 4 < length) break;
      onmessage(bytes[at + 4], bytes.slice(at + 5, at + 4 + length).buffer);
      at += 4 + length;
    }
    rest = bytes.subarray(at);
  }
}

function join(a, b) {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
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
