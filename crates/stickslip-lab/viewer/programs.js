// Shaders: pieces that several share, and the making of a program with switches.

/** Turns a vector by a quaternion (x, y, z, w). */
const TURN = `
vec3 turn(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
`;

/** How much of the key light arrives: 1 in the light, 0 in the shadow. SHADOW is the number of looks at the map. */
const SHADOW = `
#if SHADOW > 0
uniform mediump sampler2DShadow uShadow;
uniform mat4 uToLight;
uniform float uTexel;
float lit(vec3 world) {
  vec3 p = (uToLight * vec4(world, 1.0)).xyz * 0.5 + 0.5;
  if (any(lessThan(p, vec3(0.0))) || any(greaterThan(p, vec3(1.0)))) return 1.0;
#if SHADOW > 1
  float sum = texture(uShadow, p + vec3(-0.4, -1.2, 0.0) * uTexel);
  sum += texture(uShadow, p + vec3(1.2, -0.4, 0.0) * uTexel);
  sum += texture(uShadow, p + vec3(0.4, 1.2, 0.0) * uTexel);
  sum += texture(uShadow, p + vec3(-1.2, 0.4, 0.0) * uTexel);
  return 0.25 * sum;
#else
  return texture(uShadow, p);
#endif
}
#else
float lit(vec3 world) { return 1.0; }
#endif
`;

/** Sky from above, warm bounce from below, one key light; the result is ready for the screen. */
const LIGHT = `
uniform vec3 uSun;
uniform vec3 uUp;
uniform vec3 uEye;
vec3 shade(vec3 colour, vec3 world, vec3 normal, float sun, float gloss) {
  float sky = 0.5 + 0.5 * dot(normal, uUp);
  vec3 ambient = mix(vec3(0.30, 0.29, 0.29), vec3(0.62, 0.65, 0.70), sky);
  float key = max(0.0, dot(normal, uSun) * 0.92 + 0.08);
  vec3 look = normalize(uEye - world);
  float shine = pow(max(0.0, dot(normal, normalize(look + uSun))), 36.0) * gloss;
  float face = 0.12 * max(0.0, dot(normal, look));
  vec3 light = ambient * 0.74 + face + vec3(1.0, 0.97, 0.92) * (0.72 * key * sun);
  return colour * light + shine * sun;
}
vec3 toScreen(vec3 linear) { return pow(clamp(linear, 0.0, 1.0), vec3(1.0 / 2.2)); }
`;

const PIECES = { TURN, SHADOW, LIGHT };

function compile(gl, type, text) {
  const shader = gl.createShader(type);
  gl.shaderSource(shader, text);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
    throw new Error(`A shader of the 3D view does not compile here: ${gl.getShaderInfoLog(shader)}`);
  }
  return shader;
}

/** A program with the places of its uniforms. `switches` become #defines; #use NAME puts a piece in. */
export function program(gl, vertex, fragment, switches = {}) {
  const head = "#version 300 es\nprecision highp float;\nprecision highp int;\n" +
    Object.entries(switches).map(([name, value]) => `#define ${name} ${value}\n`).join("");
  const whole = (text) => head + text.replace(/#use (\w+)/g, (_, name) => PIECES[name]);
  const made = gl.createProgram();
  const shaders = [compile(gl, gl.VERTEX_SHADER, whole(vertex)), compile(gl, gl.FRAGMENT_SHADER, whole(fragment))];
  for (const shader of shaders) gl.attachShader(made, shader);
  gl.linkProgram(made);
  // a linked program needs its shaders no longer, and nobody else frees them
  for (const shader of shaders) {
    gl.detachShader(made, shader);
    gl.deleteShader(shader);
  }
  if (!gl.getProgramParameter(made, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(`A shader of the 3D view does not link here: ${gl.getProgramInfoLog(made)}`);
  }
  const uniforms = {};
  const count = gl.getProgramParameter(made, gl.ACTIVE_UNIFORMS) ?? 0;
  for (let k = 0; k < count; k++) {
    const name = gl.getActiveUniform(made, k).name.replace("[0]", "");
    uniforms[name] = gl.getUniformLocation(made, name);
  }
  return { program: made, uniforms };
}

/** Programs by their switches, made when they are first needed. */
export class Programs {
  constructor(gl, vertex, fragment) {
    this.gl = gl;
    this.texts = [vertex, fragment];
    this.known = new Map();
  }

  use(switches) {
    const key = JSON.stringify(switches);
    if (!this.known.has(key)) this.known.set(key, program(this.gl, ...this.texts, switches));
    const found = this.known.get(key);
    this.gl.useProgram(found.program);
    return found.uniforms;
  }
}
