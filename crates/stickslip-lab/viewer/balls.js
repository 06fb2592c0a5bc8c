// Spheres without triangles: each is a square that faces the eye, and every pixel of it finds its own point on the sphere.
// This is round at any size, and two triangles a sphere are what software renderers can afford for thousands.

/** Texels in a row of the textures of poses and parts. */
export const ROW = 512;

const BUCKETS = 512;

export const BALL_VERTEX = `
layout(location = 0) in vec4 aPoint; // corner, and the copy in the bundle
uniform highp sampler2D uPoses;
uniform highp sampler2D uParts;
#if !EXACT
uniform highp usampler2D uOrder; // which sphere comes when: the nearest first
#endif
uniform int uFirst;
uniform int uCount;
uniform int uCopies;
uniform mat4 uProject;
uniform vec3 uEye;
uniform vec3 uStill;
flat out vec3 vColour;
#if EXACT
out vec3 vWorld;
flat out vec4 vBall;
flat out vec4 vPose;
#else
uniform vec3 uSun;
uniform vec3 uUp;
out vec2 vDisc;
flat out vec3 vSun; // light, sky and the axes of the body as seen from the square
flat out vec3 vSky;
flat out mat3 vAxes;
#endif
#use TURN
void main() {
  int copy = gl_InstanceID * uCopies + int(aPoint.w);
  if (copy >= uCount) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
#if !EXACT
  copy = int(texelFetch(uOrder, ivec2(copy % ${ROW}, copy / ${ROW}), 0).x);
#endif
  int entry = 4 * (uFirst + copy);
  ivec2 from = ivec2(entry % ${ROW}, entry / ${ROW});
  float radius = texelFetch(uParts, from, 0).x;
  vec4 iPlace = texelFetch(uParts, from + ivec2(1, 0), 0);
  vec4 iColour = texelFetch(uParts, from + ivec2(3, 0), 0);
  int texel = 2 * int(iPlace.w);
  ivec2 at = ivec2(texel % ${ROW}, texel / ${ROW});
  vec4 pose = texelFetch(uPoses, at + ivec2(1, 0), 0);
  vec3 middle = texelFetch(uPoses, at, 0).xyz + turn(pose, iPlace.xyz);
  vColour = mod(iColour.a, 4.0) > 1.5 ? uStill : iColour.rgb;
#if !EXACT
  // the root stands for the curve of the screen
  vColour = sqrt(vColour);
#endif
  // the square stands half a radius before the middle and is just large enough from here
  vec3 way = uEye - middle;
  float far = max(length(way), 1.001 * radius);
  vec3 towards = way / far;
  vec3 u = normalize(cross(abs(towards.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0), towards));
  float half_side = 1.03 * radius * (far - 0.5 * radius) / sqrt(far * far - radius * radius);
  vec3 v = cross(towards, u);
  vec3 world = middle + towards * 0.5 * radius + half_side * (aPoint.x * u + aPoint.y * v);
  gl_Position = uProject * vec4(world, 1.0);
#if EXACT
  vWorld = world;
  vBall = vec4(middle, radius);
  vPose = pose;
#else
  mat3 frame = mat3(u, v, towards);
  vDisc = 1.03 * aPoint.xy;
  vSun = uSun * frame;
  vSky = uUp * frame;
  vec4 back = vec4(-pose.xyz, pose.w);
  vAxes = mat3(turn(back, u), turn(back, v), turn(back, towards));
#endif
}`;

// Thousands of small balls get the same light by fewer sums.
export const BALL_FRAGMENT = `
flat in vec3 vColour;
uniform float uAlpha;
out vec4 oColour;
#if EXACT
in vec3 vWorld;
flat in vec4 vBall;
flat in vec4 vPose;
uniform mat4 uProject;
uniform float uBias;
#use TURN
#use SHADOW
#use LIGHT
void main() {
  vec3 way = normalize(vWorld - uEye);
  vec3 from = uEye - vBall.xyz;
  float b = dot(from, way);
  // the nearest point of the ray is this far from the middle, in radii
  float off = length(from - b * way) / vBall.w;
  float edge = clamp((1.0 - off) / max(fwidth(off), 1e-6) + 0.5, 0.0, 1.0);
  if (edge <= 0.0) discard;
  float deep = sqrt(max(0.0, 1.0 - off * off));
  vec3 hit = uEye + way * (-b - vBall.w * deep);
  vec3 normal = normalize(hit - vBall.xyz);
  vec4 clip = uProject * vec4(hit, 1.0);
  gl_FragDepth = clamp(0.5 + 0.5 * clip.z / clip.w, 0.0, 1.0);
  vec3 local = turn(vec4(-vPose.xyz, vPose.w), normal);
  // about the width of a pixel on the ball
  float width = max(fwidth(off) * 0.6, 2e-4);
  vec3 side = clamp(local / width, -1.0, 1.0);
  float tone = 0.5 + 0.5 * side.x * side.y * side.z;
  float sun = lit(hit + normal * uBias);
  oColour = vec4(toScreen(shade(vColour * mix(0.56, 1.0, tone), hit, normal, sun, 0.10)), uAlpha * edge);
}
#else
in vec2 vDisc;
flat in vec3 vSun;
flat in vec3 vSky;
flat in mat3 vAxes;
void main() {
  float off = dot(vDisc, vDisc);
  if (off > 1.0) discard;
  vec3 n = vec3(vDisc, sqrt(1.0 - off));
  vec3 local = vAxes * n;
  float tone = local.x * local.y * local.z > 0.0 ? 1.0 : 0.56;
  float light = 0.42 + 0.11 * dot(n, vSky) + 0.12 * n.z + 0.70 * max(0.0, dot(n, vSun));
  oColour = vec4(vColour * sqrt(tone * light), uAlpha);
}
#endif`;

/** The order from near to far, by buckets: what is drawn first hides the rest before it costs anything. */
export class Order {
  constructor(gl, bodies) {
    this.gl = gl;
    this.bodies = bodies;
    this.rows = Math.max(1, Math.ceil(bodies.length / ROW));
    this.order = new Uint32Array(ROW * this.rows);
    this.depths = new Float32Array(bodies.length);
    this.starts = new Uint32Array(BUCKETS + 1);
    this.texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE4);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.R32UI, ROW, this.rows);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST);
  }

  /** Sorts by the way towards the eye along `back`, and sends the order to texture unit 4. */
  send(poses, back) {
    const { gl, bodies, depths, starts, order } = this;
    let least = Infinity, most = -Infinity;
    for (let k = 0; k < bodies.length; k++) {
      const at = 8 * bodies[k];
      const depth = -(poses[at] * back[0] + poses[at + 1] * back[1] + poses[at + 2] * back[2]);
      depths[k] = depth;
      if (depth < least) least = depth;
      if (depth > most) most = depth;
    }
    const scale = most > least ? (BUCKETS - 1) / (most - least) : 0;
    starts.fill(0);
    for (let k = 0; k < bodies.length; k++) starts[1 + Math.floor((depths[k] - least) * scale)] += 1;
    for (let k = 0; k < BUCKETS; k++) starts[k + 1] += starts[k];
    for (let k = 0; k < bodies.length; k++) order[starts[Math.floor((depths[k] - least) * scale)]++] = k;
    gl.activeTexture(gl.TEXTURE4);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, ROW, this.rows, gl.RED_INTEGER, gl.UNSIGNED_INT, order);
  }
}

/** Corners of a bundle of squares, and their indices. */
export function squares(copies) {
  const points = [], triangles = [];
  for (let copy = 0; copy < copies; copy++) {
    for (const [x, y] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) points.push(x, y, 0, copy);
    const k = 4 * copy;
    triangles.push(k, k + 1, k + 2, k, k + 2, k + 3);
  }
  return { points: new Float32Array(points), triangles: new Uint32Array(triangles) };
}
