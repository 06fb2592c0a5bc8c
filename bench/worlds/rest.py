"""Energy and drift of what should be at rest: every step of the settled scenes, and of wall and pyramid from a cold start.

    python3 bench/worlds/rest.py --out rest.md [--scenes brick-settled,pyramid-long] [--scene-files FOLDER] [--budget 120]

Needs numpy and scipy, the shared metrics (by default ../shared/bench beside the repository), the scene files that its driver wrote
(`scenes` there, or --scene-files) and our runner, which is built if --stickslip does not name one. One row a scene. Energy gained is the sum of
all rises of kinetic plus potential energy from one step to the next, over the potential energy above the floor; drift is how far the
body that moved most is from where it began.
"""
import argparse, json, os, pathlib, shutil, subprocess, sys

import peers as installed

ROOT = installed.ROOT
SCENES = "brick-settled,pyramid-settled,pile1000-boxes-settled,pile1000-spheres-settled,pile4000-spheres-settled,brick-long,pyramid-long"


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="Markdown file for the table")
    parser.add_argument("--scenes", default=SCENES)
    parser.add_argument("--budget", type=float, default=120.0, help="seconds for a run")
    parser.add_argument("--bench", type=pathlib.Path, default=ROOT.parent / "shared/bench")
    parser.add_argument("--scene-files", type=pathlib.Path, help="folder with NAME.txt and NAME.json of each scene")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "target/rest")
    parser.add_argument("--stickslip", default=os.environ.get("STICKSLIP_PEER"), help="our runner, if it is built already")
    return parser.parse_args()


def every_step(files, work, name):
    """The scene with a sample after every step; returns its description."""
    head, rest = (files / f"{name}.txt").read_text().split("\n", 1)
    step, duration, _ = head.split()
    (work / f"scenes/{name}.txt").write_text(f"{step} {duration} 1\n{rest}")
    return json.loads((files / f"{name}.json").read_text())


def row(numpy, metrics, work, name, scene):
    record = json.load(open(work / f"out/stickslip__{name}.json"))
    motion = numpy.fromfile(work / f"out/stickslip__{name}.bin").reshape(-1, len(scene["bodies"]), 13)
    potential = metrics.potential(scene, motion)
    total = metrics.kinetic(scene, motion) + potential
    change = numpy.diff(total)
    moved = numpy.linalg.norm(motion[:, :, :3] - motion[0, :, :3], axis=2)
    overlap = max(metrics.penetration(scene, motion[i]) for i in {0, len(motion) // 2, len(motion) - 1})
    cells = [name, f"{record['steps']}/{record['steps_wanted']}", int(record["ncontacts"][-1]), f"{record['certified']:.1f}",
             f"{max(record['violations']):.1e}", f"{overlap:.1e}", f"{change[change > 0].sum() / potential[0]:.1e}",
             f"{change.max() / potential[0]:.1e}", f"{(total[-1] - total[0]) / potential[0]:.1e}",
             f"{numpy.median(moved[-1]):.1e}", f"{moved.max():.1e}"]
    return "| " + " | ".join(map(str, cells)) + " |"


HEAD = ("| scene | steps | contacts | certified % | worst violation (m/s) | overlap (m) | energy gained ÷ potential | largest rise in a step "
        "| change in all | drift, median (m) | largest (m) |\n|" + "---|" * 11)


def main():
    options = parse()
    work, files = options.work, options.scene_files or options.bench / "scenes"
    for folder in ("out", "scenes"):
        (work / folder).mkdir(parents=True, exist_ok=True)
    shutil.copy(options.bench / "metrics.py", work / "metrics.py")
    sys.path.insert(0, str(work))
    import numpy, metrics
    runner, missing = installed.own_runner(options.stickslip)
    if missing:
        raise SystemExit(f"our runner: {missing}")
    lines = []
    environment = dict(os.environ, BENCH_DIR=str(work), RAYON_NUM_THREADS="1")
    for name in options.scenes.split(","):
        scene = every_step(files, work, name)
        subprocess.run([runner, "stickslip", name, str(options.budget)], env=environment, check=True)
        lines.append(row(numpy, metrics, work, name, scene))
        options.out.write_text("\n".join([HEAD, *lines]) + "\n")
        print(lines[-1], flush=True)


if __name__ == "__main__":
    main()
