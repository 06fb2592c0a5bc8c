// The drawing context of a canvas: opened with a sentence where it cannot be, freed, and brought back when the card was lost.

/** WebGL 2 on a canvas; `smooth` asks for smooth edges. */
export function openContext(canvas, smooth) {
  const gl = canvas.getContext("webgl2", { antialias: smooth, stencil: true, alpha: false, powerPreference: "high-performance" });
  if (!gl) throw new Error("This browser offers no WebGL 2, which the 3D view needs. Plots, events and tables work without it.");
  return gl;
}

/** Notes what is made on the graphics card from now on, so that it can be freed. */
export function ownerOf(gl) {
  const made = [];
  for (const kind of ["Buffer", "Texture", "VertexArray", "Framebuffer", "Renderbuffer", "Program"]) {
    const make = Object.getPrototypeOf(gl)[`create${kind}`];
    gl[`create${kind}`] = () => {
      const thing = make.call(gl);
      made.push([kind, thing]);
      return thing;
    };
  }
  return { free: () => made.splice(0).forEach(([kind, thing]) => gl[`delete${kind}`](thing)) };
}

/** Looks after a canvas: calls `restored` when a lost card is back and `resized` when the canvas has another size. */
export class Watch {
  constructor(canvas, { restored, resized }) {
    this.canvas = canvas;
    this.onlost = (event) => {
      event.preventDefault();
      this.say("The graphics card was lost. The picture comes back by itself; if not, load the page again.");
    };
    this.onrestored = () => {
      this.say(null);
      restored();
    };
    canvas.addEventListener("webglcontextlost", this.onlost);
    canvas.addEventListener("webglcontextrestored", this.onrestored);
    if (typeof ResizeObserver === "function") {
      this.observer = new ResizeObserver(resized);
      this.observer.observe(canvas);
    }
  }

  /** A sentence over the canvas, or none. */
  say(text) {
    this.message?.remove();
    this.message = null;
    if (!text || !this.canvas.parentNode) return;
    const message = document.createElement("p");
    message.textContent = text;
    message.setAttribute("role", "alert");
    Object.assign(message.style, {
      position: "absolute", left: "1rem", right: "1rem", top: "40%", margin: "0", padding: "0.8rem 1rem", textAlign: "center",
      background: "#111827", color: "#ffffff", borderRadius: "8px", zIndex: "5",
    });
    this.canvas.parentNode.append(message);
    this.message = message;
  }

  stop() {
    this.observer?.disconnect();
    this.canvas.removeEventListener("webglcontextlost", this.onlost);
    this.canvas.removeEventListener("webglcontextrestored", this.onrestored);
    this.say(null);
  }
}
