"""Dense friction LCPs: stickslip and its peers on the same problems, in one run, interleaved.

    cargo build --release
    python3 -m venv bench/lcp/venv && bench/lcp/venv/bin/pip install numpy quantecon drake
    bench/lcp/venv/bin/python bench/lcp/compare.py [--limit SECONDS] [--repeat N] [--only CLASS_NC,...]

Problems are dense friction LCPs of 7, 20 and 50 contacts with 8 directions: n = 70, 200, 500. By default they come from
the generator that all peers share (classes random, stack, repeat), if it is there beside the repository, otherwise from
our own (scattered, towers, doubled; `cargo run --release -p stickslip-lab --example instances`). --data names a folder
of .npz files with M (k,n,n) and q (k,n), or of .jsonl files in the format lcp-1.

For every problem each solver runs --repeat times (fewer if they take over 2 s) and its median counts; solvers take turns on each problem, in an order
that rotates, so that a busy moment hits all of them alike. stickslip is timed by its own `--repeat` (wall time, parsing
excluded), peers by process CPU time around the call (never more than wall time). A solve counts as a success if
max|min(z, Mz+q)| <= 1e-6 max(1, |q|inf), computed here from the answer; failures count with the time they took.
A peer that has used --limit seconds on one class is left out for the rest of it.
"""
import argparse, importlib.util, json, os, pathlib, statistics, subprocess, tempfile, time, warnings

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
import numpy as np

warnings.filterwarnings("ignore")
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PATIENCE = 2.0  # seconds after which a problem is not repeated


def residual(m, q, z):
    if z is None or not np.all(np.isfinite(z)):
        return np.inf
    return np.abs(np.minimum(z, m @ z + q)).max() / max(1.0, np.abs(q).max())


def instances(data, shared):
    """(class, contacts, M, q) arrays, generated or read."""
    if not data and (shared / "gen.py").exists():
        yield from shared_instances(shared)
        return
    if not data:
        data = HERE / "data"
        command = ["cargo", "run", "--quiet", "--release", "-p", "stickslip-lab", "--example", "instances", "--", str(data)]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    for file in sorted(pathlib.Path(data).iterdir()):
        kind, contacts = file.stem.split("_")
        if file.suffix == ".npz":
            arrays = np.load(file)
            yield kind, int(contacts), arrays["M"], arrays["q"]
        elif file.suffix == ".jsonl":
            problems = [json.loads(line) for line in file.open()]
            yield kind, int(contacts), np.array([p["M"] for p in problems]), np.array([p["q"] for p in problems])


def shared_instances(shared):
    spec = importlib.util.spec_from_file_location("gen", shared / "gen.py")
    gen = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(gen)
    for kind in ("random", "stack", "repeat"):
        for contacts, count in ((7, 60), (20, 30), (50, 12)):
            rng = np.random.default_rng(contacts * 7 + len(kind))
            make = {"stack": lambda: gen.stack_case(contacts, rng),
                    "repeat": lambda: gen.random_case(contacts, rng, True),
                    "random": lambda: gen.random_case(contacts, rng)}[kind]
            cases = [make() for _ in range(count)]
            yield kind, contacts, np.array([c[0] for c in cases]), np.array([c[1] for c in cases])


def stickslip(binary):
    def solve(m, q, repeat):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump({"format": "lcp-1", "name": "p", "M": m.tolist(), "q": q.tolist()}, file)
            file.flush()
            command = [binary, "solve", file.name, "--json", "--repeat", str(repeat)]
            run = subprocess.run(command, capture_output=True, text=True)
        if not run.stdout:
            raise SystemExit(f"{binary} failed: {run.stderr}")
        answer = json.loads(run.stdout)
        return answer["seconds"], np.array(answer["z"]) if answer["status"] == "solved" else None
    return solve


def timed(call):
    """A peer's call as a solver: the median process time and the last answer."""
    def solve(m, q, repeat):
        times = []
        for _ in range(repeat):
            start = time.process_time()
            z = call(m, q)
            times.append(time.process_time() - start)
            if sum(times) > PATIENCE:
                break
        return statistics.median(times), z
    return solve


def peers():
    found = {}
    try:
        from quantecon.optimize import lcp_lemke
        def quantecon(m, q):
            result = lcp_lemke(m, q, max_iter=10**6)
            return result.z if result.success else None
        quantecon(np.eye(2), -np.ones(2))  # compiles
        found["quantecon lcp_lemke"] = timed(quantecon)
    except ImportError:
        print("quantecon is not installed: left out")
    try:
        import pydrake.solvers as ps
        def drake(name):
            def call(m, q):
                program = ps.MathematicalProgram()
                z = program.NewContinuousVariables(len(q))
                program.AddLinearComplementarityConstraint(m, q, z)
                # a new solver every time: a used one starts from the last basis, which solves the same problem at once
                solver = getattr(ps, name)()
                start = time.process_time()
                try:
                    answer = solver.Solve(program).get_x_val()
                except Exception:
                    answer = None
                return time.process_time() - start, answer
            def solve(m, q, repeat):
                runs = []
                while len(runs) < repeat and sum(t for t, _ in runs) < PATIENCE:
                    runs.append(call(m, q))
                return statistics.median(t for t, _ in runs), runs[-1][1]
            return solve
        found["Drake UnrevisedLemke"] = drake("UnrevisedLemkeSolver")
        found["Drake Moby"] = drake("MobyLcpSolver")
    except ImportError:
        print("Drake is not installed: left out")
    return found


class Siconos:
    """Siconos' lexicographic Lemke in the system's Python, if it is there (Debian package python3-siconos)."""

    def __init__(self):
        script = str(HERE / "siconos_worker.py")
        self.process = subprocess.Popen(["/usr/bin/python3", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.works = self.process.stdout.readline() == b"ready\n"

    def solve(self, m, q, repeat):
        n = len(q)
        self.process.stdin.write(np.array([n, repeat], float).tobytes() + m.tobytes() + q.tobytes())
        self.process.stdin.flush()
        out = np.frombuffer(self.process.stdout.read(8 * (n + 1)))
        return out[0], out[1:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=str(ROOT / "target/release/stickslip"))
    parser.add_argument("--shared", type=pathlib.Path, default=ROOT.parent / "shared/bench/lcp")
    parser.add_argument("--data")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--limit", type=float, default=10.0)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    solvers = {"stickslip": stickslip(options.binary), **peers()}
    siconos = Siconos()
    if siconos.works:
        solvers["Siconos lexicolemke"] = siconos.solve
    names = list(solvers)
    results = []
    print("| class | n | " + " | ".join(f"{name}: ms (solved)" for name in names) + " | times ours |")
    print("|---|---|" + "---|" * (len(names) + 1))
    for kind, contacts, ms, qs in instances(options.data, options.shared):
        if options.only and f"{kind}_{contacts}" not in options.only.split(","):
            continue
        runs = {name: [] for name in names}
        for i in range(len(qs)):
            for name in names[i % len(names):] + names[:i % len(names)]:
                if sum(t for t, _ in runs[name]) * options.repeat < options.limit:
                    seconds, z = solvers[name](ms[i], qs[i], options.repeat)
                    runs[name].append((seconds, residual(ms[i], qs[i], z) <= 1e-6))
        median = {name: 1e3 * statistics.median(t for t, _ in r) for name, r in runs.items()}
        solved = {name: f"{sum(ok for _, ok in r)}/{len(r)}" for name, r in runs.items()}
        ratios = ", ".join(f"{median[name] / median['stickslip']:.1f}" for name in names[1:])
        cells = " | ".join(f"{median[name]:.3f} ({solved[name]})" for name in names)
        print(f"| {kind} | {ms.shape[1]} | {cells} | {ratios} |", flush=True)
        results.append(dict(kind=kind, n=int(ms.shape[1]), median_ms=median, solved=solved))
    (HERE / "results.json").write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
