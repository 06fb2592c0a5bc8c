// The shaders of bodies that are made of triangles. One program for each way to draw them: surfaces, lines, shadows, the numbers
// of bodies for clicks, and outlines.

import { ROW } from "stickslip/balls";

/** The ways to draw. */
export const KIND = { surface: 0, lines: 1, shadow: 2, pick: 3, outline: 4 };

export const SURFACE_VERTEX = `
layout(location = 0) in vec4 aPoint;
layout(location = 1) in vec4 aNormal; // the last number counts the copies of a bundle
uniform highp sampler2D uPoses;
uniform highp sampler2D uParts; // of each part: size; place and body; turn; colour and kind
uniform int uFirst;
uniform int uCount;
uniform int uCopies;
uniform mat4 uProject;
#if SLICE && KIND != 4
uniform vec4 uPlane; // what lies in front of it may be cut away
out float vCut;
#endif
#if KIND == 0
uniform vec3 uStill;
out vec3 vColour;
out vec3 vWorld;
out vec3 vNormal;
out vec3 vLocal;
#elif KIND == 1
uniform vec3 uStill;
out vec4 vColour;
#elif KIND == 3
flat out uint vBody;
#elif KIND == 4
uniform vec2 uOffset;
#endif
#use TURN
void main() {
  int copy = gl_InstanceID * uCopies + int(aNormal.w);
  if (copy >= uCount) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  int entry = 4 * (uFirst + copy);
  ivec2 from = ivec2(entry % ${ROW}, entry / ${ROW});
  vec4 iSize = texelFetch(uParts, from, 0);
  vec4 iPlace = texelFetch(uParts, from + ivec2(1, 0), 0);
  vec4 iTurn = texelFetch(uParts, from + ivec2(2, 0), 0);
#if KIND != 4
  // the last: 0 plain, 1 round; 2 more: in the colour of the theme; 4 more: cut away; 8 more: cut by the plane
  vec4 iColour = texelFetch(uParts, from + ivec2(3, 0), 0);
  bool gone = mod(iColour.a, 8.0) > 3.5;
#endif
#if KIND == 0 || KIND == 2 || KIND == 3
  if (gone) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
#endif
  int texel = 2 * int(iPlace.w);
  ivec2 at = ivec2(texel % ${ROW}, texel / ${ROW});
  vec3 place = texelFetch(uPoses, at, 0).xyz;
  vec4 pose = texelFetch(uPoses, at + ivec2(1, 0), 0);
  vec3 local = aPoint.xyz * iSize.xyz + vec3(0.0, 0.0, aPoint.w * iSize.w);
  vec3 world = place + turn(pose, iPlace.xyz + turn(iTurn, local));
  gl_Position = uProject * vec4(world, 1.0);
#if SLICE && KIND != 4
  vCut = iColour.a > 7.5 ? dot(uPlane.xyz, world) - uPlane.w : -1.0;
#endif
#if KIND == 0
  vWorld = world;
  vNormal = turn(pose, turn(iTurn, aNormal.xyz / iSize.xyz));
  float kind = iColour.a;
  vColour = mod(kind, 4.0) > 1.5 ? uStill : iColour.rgb;
  vLocal = mod(kind, 2.0) > 0.5 ? local / (iSize.xyz + vec3(0.0, 0.0, iSize.w)) : vec3(1.0);
#elif KIND == 1
  vColour = vec4(mod(iColour.a, 4.0) > 1.5 ? uStill : iColour.rgb, gone ? 0.35 : 1.0);
  gl_Position.z -= 3e-5 * gl_Position.w;
#elif KIND == 3
  vBody = uint(iPlace.w);
#elif KIND == 4
  gl_Position.xy += uOffset * gl_Position.w;
#endif
}`;

export const SURFACE_FRAGMENT = `
#if SLICE && KIND != 4
in float vCut;
#define CUT if (vCut > 0.0) discard;
#else
#define CUT
#endif
#if KIND == 0
in vec3 vColour;
in vec3 vWorld;
in vec3 vNormal;
in vec3 vLocal;
uniform float uAlpha;
uniform float uBias;
out vec4 oColour;
#use SHADOW
#use LIGHT
void main() {
  CUT
  vec3 normal = normalize(vNormal);
  // two tones, changing at the three middle planes, so that turning is seen
  vec3 width = max(fwidth(vLocal), 1e-4);
  vec3 side = clamp(vLocal / width, -1.0, 1.0);
  float tone = 0.5 + 0.5 * side.x * side.y * side.z;
  vec3 colour = vColour * mix(0.56, 1.0, tone);
  float sun = lit(vWorld + normal * uBias);
  oColour = vec4(toScreen(shade(colour, vWorld, normal, sun, 0.10)), uAlpha);
}
#elif KIND == 1
in vec4 vColour;
uniform float uAlpha;
uniform float uTone;
out vec4 oColour;
void main() { CUT oColour = vec4(pow(vColour.rgb * uTone, vec3(1.0 / 2.2)), vColour.a * uAlpha); }
#elif KIND == 3
flat in uint vBody;
out uvec4 oFound;
void main() {
  CUT
  oFound = uvec4(1u, vBody, floatBitsToUint(gl_FragCoord.z), 1u);
}
#elif KIND == 4
uniform vec4 uColour;
out vec4 oColour;
void main() { oColour = uColour; }
#else
void main() { CUT }
#endif`;
