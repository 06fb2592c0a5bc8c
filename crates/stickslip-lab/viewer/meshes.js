// The meshes of a page, read when they are first asked for: points, triangles and the box around them.

export class Meshes {
  constructor(page, recording) {
    this.page = page;
    this.recording = recording;
    this.known = new Map();
  }

  /** Points, triangles and box of a mesh; nothing where the page does not hold it. */
  data(index) {
    if (!this.known.has(index)) this.known.set(index, this.read(index));
    return this.known.get(index);
  }

  read(index) {
    const entry = this.page.meshes?.[index] ?? {};
    const take = (named) => (typeof named === "string" ? this.recording?.columns?.values(named) : named) ?? [];
    const points = take(entry.points), triangles = take(entry.triangles).filter((k) => 3 * k + 2 < points.length);
    const least = [Infinity, Infinity, Infinity], most = [-Infinity, -Infinity, -Infinity];
    for (let k = 0; k < points.length; k++) {
      least[k % 3] = Math.min(least[k % 3], points[k]);
      most[k % 3] = Math.max(most[k % 3], points[k]);
    }
    const box = points.length ? { least, most } : { least: [0, 0, 0], most: [0, 0, 0] };
    return { points, triangles: triangles.slice(0, triangles.length - (triangles.length % 3)), box };
  }
}
