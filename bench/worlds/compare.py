"""Whole worlds: stickslip beside Rapier, MuJoCo, ODE, PyBullet, Siconos and Drake, in one run and one Markdown table.

    python3 -m venv venv && venv/bin/pip install numpy scipy mujoco pybullet drake     # the first two are needed, the others optional
    apt-get install python3-siconos libode-dev g++                                     # optional
    venv/bin/python bench/worlds/compare.py --out table.md [--scenes a,b] [--peers a,b] [--budget S] [--repeat N]

--bench is the shared folder of runners, scenes and metrics (by default ../shared/bench beside the repository); what is
needed of it is copied to --work and built there. Peers that are not installed are named and left out: our runner and
Rapier are enough. Each scene runs --repeat rounds in which the peers take turns, in an order that rotates, each for at
most --budget seconds; a peer that fails or does not finish is not run again, except Rapier, to which all are compared.
--small names the peers that are too slow for the large scenes. The table is written anew after each scene, so that
Ctrl-C keeps what is there.
"""
import argparse, contextlib, importlib, io, json, os, pathlib, sys

import peers as installed
import table

ROOT = installed.ROOT
SCENES = "balls4,brick34,brick,pyramid,incline-stick30,arch,tent-stands,pile1000-spheres"
PEERS = "stickslip,rapier-f64,rapier-f32,mujoco,mujoco-acc,ode-quick,ode-step,pybullet,siconos-nsgs,drake-sap"
SMALL = "siconos-nsgs,siconos-loose,drake-sap,drake-lagged"


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="Markdown file for the table")
    parser.add_argument("--scenes", default=SCENES)
    parser.add_argument("--peers", default=PEERS)
    parser.add_argument("--small", default=SMALL, help="peers that run the small scenes only")
    parser.add_argument("--budget", type=float, default=10.0, help="seconds for a run")
    parser.add_argument("--repeat", type=int, default=2)
    parser.add_argument("--bench", type=pathlib.Path, default=ROOT.parent / "shared/bench")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "target/bench")
    parser.add_argument("--python", default=sys.executable, help="Python that has the Python peers")
    parser.add_argument("--stickslip", default=os.environ.get("STICKSLIP_PEER"), help="our runner, if it is built already")
    options = parser.parse_args()
    if options.repeat < 1 or options.budget <= 0:
        parser.error("--repeat must be at least 1 and --budget positive")
    if not (options.bench / "run_all.py").exists():
        parser.error(f"--bench {options.bench} has no run_all.py; name the folder with the shared runners")
    return parser, options


def driver(work, python, stickslip):
    """The shared driver, imported from the scratch folder: its runs, metrics and columns are the common yardstick."""
    os.environ.update(BENCH_PY=python, STICKSLIP_PEER=stickslip)
    sys.path.insert(0, str(work))
    try:
        return importlib.import_module("run_all")
    except ModuleNotFoundError as e:
        raise SystemExit(f"{sys.executable} has no module {e.name}: pip install numpy scipy")


def rounds(run_all, scene, peers, options, environment, results, failures):
    """Fills results and failures in place, so that what is measured survives an interruption."""
    for turn in range(options.repeat):
        shift = turn % len(peers)
        for peer in peers[shift:] + peers[:shift]:
            unfinished = peer in results and results[peer]["last"].get("partial") and peer != table.BASE
            if peer in failures or unfinished:
                continue
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                done = run_all.run(peer, scene, options.budget, environment)
            measured = done and run_all.metrics.measure(peer, scene)
            if not measured or "ms" not in measured:
                reason = said.getvalue().replace(f"{peer} {scene}", "").strip() or "no step done"
                failures[peer] = f"failed: {reason[:60]}"
                print(f"    {scene}, round {turn + 1}: {peer} {failures[peer]}", flush=True)
                continue
            result = results.setdefault(peer, {"times": {}})
            record = json.loads((options.work / f"out/{peer}__{scene}.json").read_text())
            result["times"][turn] = record.get("cpu_times") or record["step_times"]
            result["last"] = measured
            print(f"    {scene}, round {turn + 1}: {peer} {measured['ms']:.4g} ms a step", flush=True)


def main():
    parser, options = parse()
    work = options.work.resolve()
    installed.copy_runners(options.bench, work)
    (work / "out").mkdir(exist_ok=True)
    stickslip, failure = installed.own_runner(options.stickslip)
    run_all = driver(work, options.python, stickslip)
    for scene in run_all.scenes.all_scenes():
        run_all.scenes.write(scene)

    wanted, scenes = options.peers.split(","), options.scenes.split(",")
    known = {file.stem for file in (work / "scenes").glob("*.txt")} | set(run_all.SETTLED)
    unknown = [name for name in wanted if name not in run_all.PEERS] + [name for name in scenes if name not in known]
    if unknown:
        parser.error(f"unknown: {', '.join(unknown)}; peers are {', '.join(run_all.PEERS)}; scenes {', '.join(sorted(known))}")
    absent = installed.missing(wanted, work, options.python, failure)
    for peer, reason in absent.items():
        print(f"absent: {peer}: {reason}")
    present = [peer for peer in wanted if peer not in absent]
    if not present:
        raise SystemExit("no peer is there to run")

    threads = os.environ.get("THREADS", "1")
    environment = dict(os.environ, OMP_NUM_THREADS=threads, RAYON_NUM_THREADS=threads, OPENBLAS_NUM_THREADS="1", BENCH_DIR=str(work))
    command = (f"python bench/worlds/compare.py --scenes {options.scenes} \\\n    --peers {options.peers} \\\n"
               f"    --small {options.small} --budget {options.budget:g} --repeat {options.repeat} --out table.md")
    content = {}
    try:
        for scene in scenes:
            if scene in run_all.SETTLED and not ("stickslip" in present and run_all.settle(scene, environment)):
                print(f"{scene} left out: it starts from a state that our runner has to reach first")
                continue
            small = set() if scene in run_all.SMALL else set(options.small.split(","))
            taking_part = [peer for peer in present if peer not in small]
            if not taking_part:
                continue
            columns = next(run_all.COLS[k] for k in sorted(run_all.COLS, key=len, reverse=True) if scene.startswith(k))
            content[scene] = (columns, {}, {})
            rounds(run_all, scene, taking_part, options, environment, *content[scene][1:])
            table.write(options.out, command, options.budget, content, absent)
    except KeyboardInterrupt:
        print("\ninterrupted; the table has what was measured so far")
    table.write(options.out, command, options.budget, content, absent)
    print(f"wrote {options.out}")


if __name__ == "__main__":
    main()
