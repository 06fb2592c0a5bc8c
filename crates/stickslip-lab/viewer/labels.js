// Words in the picture: names of bodies and the scale. Texts are drawn once into a texture and shown as small pictures of
// whole pixels; those that would cover others are left out.

import { program } from "stickslip/programs";

const SIDE = 1024;

const VERTEX = `
layout(location = 0) in vec4 aPlace;
uniform vec2 uScreen;
out vec2 vAt;
void main() {
  vAt = aPlace.zw / ${SIDE}.0;
  gl_Position = vec4(2.0 * aPlace.x / uScreen.x - 1.0, 1.0 - 2.0 * aPlace.y / uScreen.y, 0.0, 1.0);
}`;

const FRAGMENT = `
in vec2 vAt;
uniform sampler2D uTexts;
out vec4 oColour;
void main() { oColour = texture(uTexts, vAt); }`;

export class Labels {
  constructor(gl) {
    this.gl = gl;
    this.made = program(gl, VERTEX, FRAGMENT);
    this.canvas = document.createElement("canvas");
    this.canvas.width = SIDE;
    this.canvas.height = SIDE;
    this.pen = this.canvas.getContext("2d");
    this.style = "";
    this.known = new Map();
    this.texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, SIDE, SIDE);
    for (const name of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, name, gl.NEAREST);
    this.buffer = gl.createBuffer();
    this.array = gl.createVertexArray();
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 4, gl.FLOAT, false, 0, 0);
    gl.bindVertexArray(null);
    this.begin(1, "#000000", "#ffffff");
  }

  /** A new picture; all texts are drawn anew where the look has changed. */
  begin(ratio, ink, halo) {
    const style = `${ratio} ${ink} ${halo}`;
    if (style !== this.style || this.full) {
      Object.assign(this, { style, ratio, ink, halo, full: false, x: 0, y: 0 });
      this.known.clear();
      this.pen.clearRect(0, 0, SIDE, SIDE);
    }
    this.numbers = [];
    this.taken = [];
    this.changed = this.known.size === 0;
  }

  /** The place of a text in the texture, in its pixels. */
  find(text) {
    const found = this.known.get(text);
    if (found) return found;
    const { pen, ratio } = this;
    pen.font = `500 ${12 * ratio}px system-ui, -apple-system, "Segoe UI", sans-serif`;
    const width = Math.min(SIDE, Math.ceil(pen.measureText(text).width + 8 * ratio));
    const height = Math.ceil(18 * ratio);
    if (this.x + width > SIDE) {
      this.x = 0;
      this.y += height;
    }
    if (this.y + height > SIDE) {
      this.full = true;
      return null;
    }
    pen.lineJoin = "round";
    pen.textBaseline = "middle";
    pen.lineWidth = 3.5 * ratio;
    pen.strokeStyle = this.halo;
    pen.fillStyle = this.ink;
    pen.strokeText(text, this.x + 4 * ratio, this.y + height / 2);
    pen.fillText(text, this.x + 4 * ratio, this.y + height / 2);
    const place = { x: this.x, y: this.y, width, height };
    this.known.set(text, place);
    this.x += width;
    this.changed = true;
    return place;
  }

  /** Adds a text at CSS pixels: `anchor` 0 begins there, 0.5 has its middle there, 1 ends there. */
  add(text, x, y, anchor = 0.5) {
    const place = this.find(text);
    if (!place) return;
    const left = Math.round(x * this.ratio - anchor * place.width), top = Math.round(y * this.ratio - place.height / 2);
    const right = left + place.width, bottom = top + place.height;
    if (this.taken.some(([l, t, r, b]) => left < r && right > l && top < b && bottom > t)) return;
    this.taken.push([left, top, right, bottom]);
    const corner = (cx, cy) => [cx ? right : left, cy ? bottom : top, place.x + cx * place.width, place.y + cy * place.height];
    this.numbers.push(...corner(0, 0), ...corner(1, 0), ...corner(0, 1), ...corner(1, 0), ...corner(1, 1), ...corner(0, 1));
  }

  draw(frame) {
    if (this.numbers.length === 0) return;
    const { gl, made } = this;
    gl.useProgram(made.program);
    gl.activeTexture(gl.TEXTURE2);
    gl.bindTexture(gl.TEXTURE_2D, this.texture);
    if (this.changed) {
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
      gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, this.canvas);
      gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    }
    gl.uniform1i(made.uniforms.uTexts, 2);
    gl.uniform2f(made.uniforms.uScreen, frame.width, frame.height);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(this.numbers), gl.DYNAMIC_DRAW);
    gl.bindVertexArray(this.array);
    gl.disable(gl.DEPTH_TEST);
    gl.disable(gl.CULL_FACE);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.drawArrays(gl.TRIANGLES, 0, this.numbers.length / 4);
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.bindVertexArray(null);
  }
}
