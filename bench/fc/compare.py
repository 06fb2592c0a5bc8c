"""Frictional contact problems: stickslip and Siconos on the same files, in one run, taking turns.

    cargo build --release
    /usr/bin/python3 bench/fc/compare.py [--most CONTACTS] [--repeat N] [--limit SECONDS] [--only NAME,...] [--table FILE]

Problems are files in the formats fc-local-1 and fc-global-1 in --data (default: the folders fc2d_local, fc3d_local and
fc_global beside the repository). stickslip is timed by its own `--repeat`, from the problem's data to the answer with its
certificate; for fc-global-1 that includes the elimination of the velocities. Siconos is timed by its driver call alone, with a
zero start, in the system's Python (Debian package python3-siconos, which also brings numpy): problems of fc-local-1 with dense W;
of fc-global-1 by its global solvers with sparse M and H, which is what we are given too. Beside them its solvers for the reduced
form are given W ready made, with the reduction off their clock: that is the column "reduced", and all that Siconos has in the
plane. Both are medians of --repeat runs in wall time after one to warm up (Siconos: fewer if they take over 2 s). Every Siconos solver is asked for 1e-8 and for 1e-10 and may count
with whichever was faster; it runs in a process of its own that may crash, or is ended after --limit seconds.

An answer of Siconos counts if |r - P(r - u^)| <= 1e-8 |q|, the natural map at rho = 1, computed here from the answer and the
data; the best Siconos is the fastest of its solvers for the problem as it is given whose answer counts. Ours must be called solved by stickslip and reach
1e-8 both absolutely and relative to |q|. Problems known to have no solution are run and listed, but not counted.
"""
import argparse, json, os, pathlib, subprocess, sys, tempfile

from problems import global_residual, read, reduced, residual

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
TOLERANCE = 1e-8
SOLVERS = {
    2: ["NSGS", "LEMKE", "ENUM", "CPG"],
    3: ["NSGS", "NSN_AC", "NSN_FB", "NSN_NM", "PROX", "VI_EG", "VI_FPP", "ADMM"],
}
GLOBAL = ["NSGS_WR", "NSN_AC", "NSN_AC_WR", "ADMM", "ADMM_WR", "VI_EG", "VI_FPP", "PROX_WR"]
ENVIRONMENT = dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")


def run(command, limit):
    """The lines of JSON that a command prints, as far as it gets within the limit."""
    try:
        text = subprocess.run(command, capture_output=True, text=True, timeout=limit, env=ENVIRONMENT).stdout
    except subprocess.TimeoutExpired as late:
        text = (late.stdout or b"").decode(errors="replace")
    answers = []
    for line in text.splitlines():
        if line.startswith("{"):
            try:
                answers.append(json.loads(line))
            except json.JSONDecodeError:
                pass
    return answers


def ours(options, file, data, local):
    answers = run([options.binary, "solve", str(file), "--json", "--repeat", str(options.repeat)], 60 + options.limit)
    if not answers:
        return dict(seconds=None, absolute=None, relative=None, status="no answer in time", solved=False)
    answer = answers[-1]
    if "v" in answer:
        absolute, relative = global_residual(data, local, answer["v"], answer["r"])
    else:
        absolute, relative = residual(local, answer["r"])
    solved = answer["status"] == "solved" and bool(max(absolute, relative) <= TOLERANCE)
    return dict(seconds=answer["seconds"], absolute=float(absolute), relative=float(relative), status=answer["status"], solved=solved)


def siconos(options, file, local, solver):
    """The fastest run of a solver whose answer counts, or one that does not."""
    command = ["/usr/bin/python3", str(HERE / "siconos_worker.py"), str(file), solver, str(options.repeat)]
    runs = []
    for answer in run(command, options.limit):
        absolute, relative = residual(local, answer["r"])
        absolute, relative, counts = float(absolute), float(relative), bool(relative <= TOLERANCE)
        runs.append(dict(seconds=answer["seconds"], asked=answer["asked"], absolute=absolute, relative=relative, counts=counts))
    good = [r for r in runs if r["counts"]]
    if good:
        return min(good, key=lambda r: r["seconds"])
    return runs[-1] if runs else dict(seconds=None, absolute=None, relative=None, counts=False)


def problems(options):
    folders = options.data or [ROOT.parent / "shared/data" / f for f in ("fc2d_local", "fc3d_local", "fc_global")]
    for folder in folders:
        files = sorted(folder.glob("problems/*.json")) or sorted(folder.glob("*.json"))
        if not files:
            print(f"SKIPPED {folder.name}: no problems there", file=sys.stderr)
        for file in files:
            data = read(file)
            if data["nc"] <= options.most and (not options.only or data["name"] in options.only.split(",")):
                yield file, data


def micro(seconds):
    return "–" if seconds is None else f"{1e6 * seconds:.3g}" if seconds < 1e-3 else f"{1e6 * seconds:.0f}"


def figure(value):
    return "–" if value is None else f"{value:.1e}"


def fastest(runs):
    """The fastest solver whose answer counts, and its time."""
    good = {name: run for name, run in runs.items() if run["counts"]}
    best = min(good, key=lambda name: good[name]["seconds"]) if good else None
    return best, good[best]["seconds"] if best else None


def line(data, mine, best, peer, ready, solvable):
    time = micro(mine["seconds"]) if mine["solved"] else f"{micro(mine['seconds'])} ({mine['status']})"
    ratio = f"{peer / mine['seconds']:.2f}" if mine["solved"] and peer else "–"
    kind = "global" if data["format"] == "fc-global-1" else f"{data['dim']}D"
    name = data["name"] if solvable else data["name"] + " (no solution)"
    ready = micro(ready) if data["format"] == "fc-global-1" else ""
    cells = [name, kind, data["nc"], time, micro(peer), best or "none", ratio, ready, figure(mine["absolute"]), figure(mine["relative"])]
    return "| " + " | ".join(map(str, cells)) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "target/release/stickslip"))
    parser.add_argument("--data", type=pathlib.Path, action="append")
    parser.add_argument("--most", type=int, default=1000, help="contacts of the largest problem")
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for one solver on one problem, all repeats")
    parser.add_argument("--only", default="")
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "results.json")
    parser.add_argument("--table", type=pathlib.Path, default=HERE / "results.md")
    options = parser.parse_args()
    results, lines = [], []

    def say(text):
        lines.append(text)
        print(text, flush=True)

    say("| problem | kind | contacts | ours µs | best Siconos µs | solver | Siconos ÷ ours | reduced µs | our residual | over ‖q‖ |")
    say("|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for turn, (file, data) in enumerate(problems(options)):
            local = reduced(data)
            theirs = file
            if local is not data:
                theirs = pathlib.Path(folder) / file.name
                theirs.write_text(json.dumps(local))
            whole = local is not data and data["dim"] == 3
            names = ["stickslip"] + SOLVERS[data["dim"]] + ["GLOBAL_" + name for name in GLOBAL if whole]
            runs = {}
            for name in names[turn % len(names):] + names[:turn % len(names)]:
                if name == "stickslip":
                    mine = ours(options, file, data, local)
                else:
                    given = file if name.startswith("GLOBAL_") else theirs
                    runs[name] = siconos(options, given, local, name)
            best, peer = fastest({name: r for name, r in runs.items() if name.startswith("GLOBAL_") == whole})
            ready = fastest({name: r for name, r in runs.items() if not name.startswith("GLOBAL_")})[1]
            solvable = data.get("solvable") is not False
            say(line(data, mine, best, peer, ready, solvable))
            faster = mine["solved"] and (peer is None or mine["seconds"] < peer)
            even = faster and (ready is None or mine["seconds"] < ready)
            results.append(dict(name=data["name"], format=data["format"], dim=data["dim"], contacts=data["nc"], ours=mine,
                                siconos=runs, best=best, solvable=solvable, faster=faster, even_reduced=even))
    counted = [r for r in results if r["solvable"]]
    solved, faster = sum(r["ours"]["solved"] for r in counted), sum(r["faster"] for r in counted)
    say("")
    say(f"Solved to {TOLERANCE:.0e} absolute and relative: {solved} of {len(counted)}. "
        f"Faster than the best Siconos: {faster} of {len(counted)} ({100 * faster / max(1, len(counted)):.0f} %); "
        f"{sum(r['even_reduced'] for r in counted)} if Siconos gets global problems reduced ready made.")
    options.out.write_text(json.dumps(results, indent=1))
    options.table.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
