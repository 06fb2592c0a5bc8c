"""How a step grows with the world: piles of 100 to 10,000 spheres, boxes and mixed convex parts that drop into a bin and come to rest.

    python3 bench/worlds/scaling.py --out scaling.md [--kinds sphere,box,mixed] [--sizes 100,1000,4000,10000] [--seconds 6] [--threads 1,2]

Needs numpy and scipy, the shared scenes and metrics (by default ../shared/bench beside the repository) and our runner, which is built
if --stickslip does not name one. One row for each pile and number of threads: CPU and wall time of a step while it falls together and
in its last second, contacts, residuals, the share of certified steps, overlap, energy and memory. Runs with several threads must give the same bytes as with one.
The table is written anew after each run.
"""
import argparse, json, os, pathlib, shutil, subprocess, sys

import peers as installed

ROOT = installed.ROOT


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="Markdown file for the table")
    parser.add_argument("--kinds", default="sphere,box,mixed")
    parser.add_argument("--sizes", default="100,1000,4000,10000")
    parser.add_argument("--seconds", type=float, default=6.0, help="simulated time")
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--budget", type=float, default=3000.0, help="seconds for a run")
    parser.add_argument("--bench", type=pathlib.Path, default=ROOT.parent / "shared/bench")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "target/scaling")
    parser.add_argument("--stickslip", default=os.environ.get("STICKSLIP_PEER"), help="our runner, if it is built already")
    options = parser.parse_args()
    if not (options.bench / "scenes.py").exists():
        parser.error(f"--bench {options.bench} has no scenes.py; name the folder with the shared scenes")
    return options


def octahedron(numpy, body):
    """The body of a box scene replaced by an octahedron of the same size, for mixed piles."""
    reach = body["dim"][0] * 1.2
    corners = reach * numpy.array([[s if k == i else 0 for k in range(3)] for i in range(3) for s in (-1, 1)], float)
    volume = 4 / 3 * reach ** 3
    mass = 1000 * volume
    body.update(kind="convex", dim=[0.0, 0.0, 0.0], mass=mass, inertia=[mass * reach ** 2 / 5] * 3, verts=corners.tolist())


def pile(scenes, numpy, kind, size, seconds):
    per = max(3, round((size / 1.2) ** (1 / 3)))
    name = f"pile{size}-{kind}"
    scene = scenes.pile("sphere" if kind == "sphere" else "box", size, name, per, T=seconds)
    if kind == "mixed":
        radius = scene["bodies"][0]["dim"][0]
        for i, body in enumerate(scene["bodies"]):
            if i % 3 == 1:
                octahedron(numpy, body)
            elif i % 3 == 2:
                mass = 1000 * 4 / 3 * numpy.pi * radius ** 3
                body.update(kind="sphere", dim=[radius, 0.0, 0.0], mass=mass, inertia=[0.4 * mass * radius ** 2] * 3)
    scenes.write(scene)
    return name, scene


def row(numpy, metrics, work, name, scene, kind, threads, same):
    record = json.load(open(work / f"out/stickslip__{name}.json"))
    motion = numpy.fromfile(work / f"out/stickslip__{name}.bin").reshape(-1, len(scene["bodies"]), 13)
    cpu, wall = (1e3 * numpy.array(record[key]) for key in ("cpu_times", "step_times"))
    contacts, residuals = (numpy.array(record[key]) for key in ("ncontacts", "residuals"))
    last = slice(-round(1 / scene["h"]), None)
    busy = contacts > 0
    busy[last] = False
    # the metrics know piles of one kind of body; for others, and between samples, there is what our own search found
    overlaps = [metrics.penetration(scene, sample) for sample in motion] if kind != "mixed" else record["penetrations"]
    overlap = f"{overlaps[-1]:.1e}"
    deepest = max(*overlaps, *record["penetrations"])
    energies = numpy.array(record["energies"])
    rises = numpy.diff(energies)
    gained = rises[rises > 0].sum() / metrics.potential(scene, motion[:1])[0]
    energy = metrics.kinetic(scene, motion)[-1] + metrics.potential(scene, motion)[-1]
    mean = lambda values: float(numpy.mean(values)) if len(values) else float("nan")
    used = record["resident"] - motion.nbytes  # what was recorded is not what a step needs
    certified = record["certified"]
    settled = 100 * mean(numpy.array(residuals[last]) <= 1e-6)
    cells = [name, threads, f"{record['steps']}/{record['steps_wanted']}", int(contacts[-1]), f"{mean(cpu[busy]):.2f}", f"{mean(wall[busy]):.2f}",
             f"{mean(cpu[last]):.2f}", f"{mean(wall[last]):.2f}", f"{1e3 * mean(cpu[last]) / max(1, contacts[-1]):.2f}",
             f"{numpy.median(residuals[busy]) if busy.any() else 0:.0e}", f"{numpy.median(residuals[last]):.0e}", f"{certified:.0f}", f"{settled:.0f}", overlap, f"{deepest:.1e}",
             f"{energy / len(scene['bodies']):.2f}", f"{gained:.0e}", f"{used / 2**20:.0f}", f"{used / 1024 / max(1, contacts.max()):.1f}", same]
    return "| " + " | ".join(str(cell) for cell in cells) + " |"


HEAD = ("| pile | threads | steps | contacts | CPU ms falling | wall ms | CPU ms last second | wall ms | µs a contact | residual falling | last second "
        "| certified % | last second ≤ 1e-6, % | overlap (m) | deepest (m) | J a body | energy gained | MB | kB a contact | same bytes |\n|" + "---|" * 20)


def main():
    options = parse()
    work = options.work
    (work / "out").mkdir(parents=True, exist_ok=True)
    for file in ("scenes.py", "metrics.py"):
        shutil.copy(options.bench / file, work / file)
    sys.path.insert(0, str(work))
    import numpy, metrics, scenes
    runner, missing = installed.own_runner(options.stickslip)
    if missing:
        raise SystemExit(f"our runner: {missing}")
    lines = []
    for kind in options.kinds.split(","):
        for size in map(int, options.sizes.split(",")):
            name, scene = pile(scenes, numpy, kind, size, options.seconds)
            first = None
            for threads in options.threads.split(","):
                environment = dict(os.environ, BENCH_DIR=str(work), RAYON_NUM_THREADS=threads)
                subprocess.run([runner, "stickslip", name, str(options.budget)], env=environment, check=True)
                motion = (work / f"out/stickslip__{name}.bin").read_bytes()
                same = "–" if first is None else "yes" if motion == first else "NO"
                first = first or motion
                lines.append(row(numpy, metrics, work, name, scene, kind, threads, same))
                options.out.write_text("\n".join([HEAD, *lines]) + "\n")
                print(lines[-1], flush=True)


if __name__ == "__main__":
    main()
