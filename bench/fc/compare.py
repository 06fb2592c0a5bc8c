"""Frictional contact problems: stickslip and Siconos on the same files, in one run, taking turns.

    cargo build --release
    /usr/bin/python3 bench/fc/compare.py [--most CONTACTS] [--repeat N] [--limit SECONDS] [--only NAME,...]

Problems are files in the format fc-local-1 in --data (default: the folders fc2d_local and fc3d_local beside the
repository). stickslip is timed by its own `--repeat`, from the problem's data to the answer with its certificate; Siconos
by the time of its driver call alone, with dense W and a zero start, in the system's Python (Debian package
python3-siconos, which also brings numpy). Both are medians of --repeat runs in wall time after one to warm up (Siconos: fewer if they take over
2 s). Every Siconos solver runs in a process of its own that may crash, or is ended after --limit seconds.

An answer counts if |r - P(r - u^)| <= 1e-8 |q|, the natural map at rho = 1, computed here from the answer and the data;
the best Siconos is the fastest of its solvers whose answer counts. Ours must reach 1e-9 to be called solved by itself.
"""
import argparse, json, math, os, pathlib, subprocess, sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOLERANCE = 1e-8
SOLVERS = {
    2: ["NSGS", "LEMKE", "ENUM", "CPG"],
    3: ["NSGS", "NSN_AC", "NSN_FB", "NSN_NM", "PROX", "VI_EG", "VI_FPP", "ADMM"],
}
ENVIRONMENT = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")


def residual(data, r):
    """The natural map at rho = 1 over |q|."""
    dim, mu, q = data["dim"], np.array(data["mu"], float), np.array(data["q"], float)
    if r is None or len(r) != len(q):
        return math.inf
    r = np.array([math.nan if x is None else x for x in r], float)
    if not np.all(np.isfinite(r)):
        return math.inf
    u = q.copy()
    np.add.at(u, data["W"]["row"], np.array(data["W"]["val"]) * r[data["W"]["col"]])
    r, u = r.reshape(-1, dim), u.reshape(-1, dim)
    normal = r[:, 0] - u[:, 0] - mu * np.linalg.norm(u[:, 1:], axis=1)
    tangent = r[:, 1:] - u[:, 1:]
    size = np.linalg.norm(tangent, axis=1)
    onto = (normal + mu * size) / (1 + mu**2)
    safe = np.where(size > 0, size, 1.0)
    wall = np.column_stack([onto, tangent * (mu * onto / safe)[:, None]])
    inside = np.column_stack([normal, tangent])
    nearest = np.where((size <= mu * normal)[:, None], inside, wall)
    nearest[mu * size <= -normal] = 0.0
    distance = np.linalg.norm(r - nearest)
    return 0.0 if distance == 0 else float(distance / np.linalg.norm(q)) if np.any(q) else math.inf


def run(command, limit):
    """The last line a command prints, as JSON; None if it fails, crashes or takes too long."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, env=ENVIRONMENT)
        return json.loads(done.stdout.strip().splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, json.JSONDecodeError):
        return None


def ours(options, file, data):
    answer = run([options.binary, "solve", str(file), "--json", "--repeat", str(options.repeat)], options.limit)
    if answer is None:
        return dict(seconds=None, residual=None, status="no answer in time")
    error = residual(data, answer["r"])
    return dict(seconds=answer["seconds"], residual=error, status=answer["status"])


def siconos(options, file, data, solver):
    command = ["/usr/bin/python3", str(HERE / "siconos_worker.py"), str(file), solver, str(options.repeat)]
    answer = run(command, options.limit)
    if answer is None:
        return dict(seconds=None, residual=None)
    return dict(seconds=answer["seconds"], residual=residual(data, answer["r"]))


def problems(options):
    folders = options.data or [ROOT.parent / "shared/data/fc2d_local", ROOT.parent / "shared/data/fc3d_local"]
    for folder in folders:
        files = sorted(folder.glob("problems/*.json")) or sorted(folder.glob("*.json"))
        if not files:
            print(f"SKIPPED {folder.name}: no problems there", file=sys.stderr)
        for file in files:
            data = json.loads(file.read_text())
            if data["nc"] <= options.most and (not options.only or data["name"] in options.only.split(",")):
                yield file, data


def micro(seconds):
    return "–" if seconds is None else f"{1e6 * seconds:.1f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "target/release/stickslip"))
    parser.add_argument("--data", type=pathlib.Path, action="append")
    parser.add_argument("--most", type=int, default=60, help="contacts of the largest problem")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for one solver on one problem, all repeats")
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "results.json")
    options = parser.parse_args()
    results = []
    print("| problem | contacts | ours µs | best Siconos µs | solver | Siconos ÷ ours | our residual |")
    print("|---|---|---|---|---|---|---|")
    for turn, (file, data) in enumerate(problems(options)):
        names = ["stickslip"] + SOLVERS[data["dim"]]
        runs = {}
        for name in names[turn % len(names):] + names[:turn % len(names)]:
            runs[name] = ours(options, file, data) if name == "stickslip" else siconos(options, file, data, name)
        mine = runs.pop("stickslip")
        good = {s: r for s, r in runs.items() if r["residual"] is not None and r["residual"] <= TOLERANCE}
        best = min(good, key=lambda s: good[s]["seconds"]) if good else None
        peer = good[best]["seconds"] if best else None
        solved = mine["status"] == "solved" and mine["residual"] <= TOLERANCE
        time = micro(mine["seconds"]) if solved else f"{micro(mine['seconds'])} ({mine['status']})"
        ratio = f"{peer / mine['seconds']:.2f}" if solved and peer else "–"
        error = "–" if mine["residual"] is None else f"{mine['residual']:.1e}"
        name, nc = data["name"], data["nc"]
        print(f"| {name} | {nc} | {time} | {micro(peer)} | {best or 'none'} | {ratio} | {error} |", flush=True)
        results.append(dict(name=name, dim=data["dim"], contacts=nc, ours=mine, siconos=runs, best=best))
    options.out.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
