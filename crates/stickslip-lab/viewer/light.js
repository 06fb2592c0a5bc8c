// The sun and its shadow map.

import { along, dot, length, looking, multiply, parallel, sub, unit, cross } from "stickslip/math";
import { KIND } from "stickslip/surface";

export class Light {
  constructor(gl, camera) {
    this.gl = gl;
    const [u, v] = camera.level;
    this.sun = unit([0, 1, 2].map((i) => -0.42 * u[i] - 0.5 * v[i] + 0.95 * camera.up[i]));
    this.size = 0;
  }

  /** A map of so many texels a side. */
  prepare(size) {
    if (size === this.size) return;
    const { gl } = this;
    this.size = size;
    if (this.map) gl.deleteTexture(this.map);
    this.map = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.map);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, size, size);
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE], [gl.TEXTURE_COMPARE_FUNC, gl.LEQUAL],
    ]) gl.texParameteri(gl.TEXTURE_2D, name, value);
    this.frame ??= gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, this.map, 0);
    gl.drawBuffers([gl.NONE]);
    gl.readBuffer(gl.NONE);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** Points the map at what the camera sees of the scene. */
  aim(camera, bounds) {
    const seen = camera.distance * 0.75;
    const near = seen < bounds.radius || length(sub(camera.target, bounds.middle)) > 2 * bounds.radius;
    const middle = camera.local(near ? camera.target : bounds.middle);
    const radius = 1.05 * (near ? seen : bounds.radius);
    const back = this.sun;
    const right = unit(cross(Math.abs(back[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], back));
    const up = cross(back, right);
    // whole texels, so that shadows do not shimmer while the camera moves
    const texel = (2 * radius) / this.size;
    const snap = (d) => Math.round(dot(middle, d) / texel) * texel - dot(middle, d);
    const at = along(along(middle, right, snap(right)), up, snap(up));
    const depth = 2 * bounds.radius + 2 * radius;
    this.matrix = multiply(parallel(radius, -depth, depth), looking(at, right, up, back));
    this.bias = 1.6 * texel;
  }

  /** Draws the map. */
  cast(scene) {
    const { gl } = this;
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.frame);
    gl.viewport(0, 0, this.size, this.size);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1.5, 2);
    scene.use(KIND.shadow, this.matrix);
    scene.draw();
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  /** Gives a lit program what it needs; the map goes to texture unit 1. */
  set(uniforms, camera, shadow) {
    const { gl } = this;
    gl.uniform3fv(uniforms.uSun, this.sun);
    gl.uniform3fv(uniforms.uUp, camera.up);
    gl.uniform3fv(uniforms.uEye, camera.local(camera.eye));
    if (shadow > 0) {
      gl.activeTexture(gl.TEXTURE1);
      gl.bindTexture(gl.TEXTURE_2D, this.map);
      gl.uniform1i(uniforms.uShadow, 1);
      gl.uniformMatrix4fv(uniforms.uToLight, false, this.matrix);
      gl.uniform1f(uniforms.uTexel, 1 / this.size);
    }
  }
}
