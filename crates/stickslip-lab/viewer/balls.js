// Spheres without triangles: each is a square that faces the eye, and every pixel of it finds its own point on the sphere.
// This is round at any size, and two triangles a sphere are what software renderers can afford for thousands.

/** Texels in a row of the textures of poses and parts. */
export const ROW = 512;

export const BALL_VERTEX = `
layout(location = 0) in vec4 aPoint; // corner, and the copy in the bundle
uniform highp sampler2D uPoses;
uniform highp sampler2D uParts;
uniform int uFirst;
uniform int uCount;
uniform int uCopies;
uniform mat4 uProject;
uniform vec3 uEye;
uniform vec3 uStill;
out vec3 vWorld;
flat out vec4 vBall;
flat out vec4 vPose;
flat out vec3 vColour;
#use TURN
void main() {
  int copy = gl_InstanceID * uCopies + int(aPoint.w);
  if (copy >= uCount) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  int entry = 4 * (uFirst + copy);
  ivec2 from = ivec2(entry % ${ROW}, entry / ${ROW});
  float radius = texelFetch(uParts, from, 0).x;
  vec4 iPlace = texelFetch(uParts, from + ivec2(1, 0), 0);
  vec4 iColour = texelFetch(uParts, from + ivec2(3, 0), 0);
  int texel = 2 * int(iPlace.w);
  ivec2 at = ivec2(texel % ${ROW}, texel / ${ROW});
  vPose = texelFetch(uPoses, at + ivec2(1, 0), 0);
  vec3 middle = texelFetch(uPoses, at, 0).xyz + turn(vPose, iPlace.xyz);
  vBall = vec4(middle, radius);
  vColour = iColour.a > 1.5 ? uStill : iColour.rgb;
  // the square stands half a radius before the middle and is just large enough from here
  vec3 way = uEye - middle;
  float far = max(length(way), 1.001 * radius);
  vec3 towards = way / far;
  vec3 u = normalize(cross(abs(towards.z) < 0.9 ? vec3(0.0, 0.0, 1.0) : vec3(1.0, 0.0, 0.0), towards));
  float half_side = 1.03 * radius * (far - 0.5 * radius) / sqrt(far * far - radius * radius);
  vWorld = middle + towards * 0.5 * radius + half_side * (aPoint.x * u + aPoint.y * cross(towards, u));
  gl_Position = uProject * vec4(vWorld, 1.0);
}`;

export const BALL_FRAGMENT = `
in vec3 vWorld;
flat in vec4 vBall;
flat in vec4 vPose;
flat in vec3 vColour;
uniform mat4 uProject;
uniform float uAlpha;
uniform float uBias;
out vec4 oColour;
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
#if EXACT
  vec4 clip = uProject * vec4(hit, 1.0);
  gl_FragDepth = clamp(0.5 + 0.5 * clip.z / clip.w, 0.0, 1.0);
#endif
  vec3 local = turn(vec4(-vPose.xyz, vPose.w), normal);
  // the width of a pixel on the ball
  float width = max(fwidth(off) * 1.5, 1e-4) + 1e-4;
  vec3 side = clamp(local / width, -1.0, 1.0);
  float tone = 0.5 + 0.5 * side.x * side.y * side.z;
  float sun = lit(hit + normal * uBias);
  oColour = vec4(toScreen(shade(vColour * mix(0.56, 1.0, tone), hit, normal, sun, 0.10)), uAlpha * edge);
}`;

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
