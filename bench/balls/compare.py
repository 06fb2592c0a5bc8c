"""Four balls [ST00 4.2]: CPU time of a whole step, stickslip beside Rapier, interleaved in one run.

    cargo build --release --manifest-path bench/peer/Cargo.toml
    python3 bench/balls/compare.py --bench FOLDER --rapier PATH [--stickslip PATH] [--rounds 5]

FOLDER holds scenes/balls4.txt and gets out/ (protocol: bench/README.md); PATH is Rapier's runner of the same protocol,
built with f64. The programs take turns; the figure of a round is the mean CPU time of its 400 steps (every step counts,
the collision with its 70 x 70 problems included), and the median of the rounds is reported, with the ratio of the
medians. stickslip runs its three schemes; the fixed-point scheme is the one of the paper's table.
"""
import argparse, json, os, pathlib, statistics, subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SCHEMES = ["fixed-point", "stewart-trinkle", "anitescu-potra"]


def one_round(command, peer, folder):
    """Mean and median CPU time of a step (µs), and the share of certified steps (%) if told."""
    environment = dict(os.environ, BENCH_DIR=str(folder), RAYON_NUM_THREADS="1")
    subprocess.run([command, peer, "balls4", "60"], env=environment, check=True, stdout=subprocess.DEVNULL)
    record = json.loads((folder / "out" / f"{peer}__balls4.json").read_text())
    times = [1e6 * t for t in record["cpu_times"]]
    return statistics.mean(times), statistics.median(times), record.get("certified")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=pathlib.Path, required=True)
    parser.add_argument("--rapier", required=True)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "bench/peer/target"))
    parser.add_argument("--stickslip", default=str(target / "release/stickslip-peer"))
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    (options.bench / "out").mkdir(exist_ok=True)
    peers = [("rapier-f64", options.rapier)] + [(f"stickslip-{s}", options.stickslip) for s in SCHEMES]
    rounds = {peer: [] for peer, _ in peers}
    for i in range(options.rounds):
        # the order rotates, so that a busy moment hits all of them alike
        for peer, command in peers[i % len(peers):] + peers[: i % len(peers)]:
            rounds[peer].append(one_round(command, peer, options.bench.resolve()))
    medians = {peer: [statistics.median(r[k] for r in results) for k in (0, 1)] for peer, results in rounds.items()}
    base = medians["rapier-f64"]
    print("| | mean step (µs CPU) | ÷ Rapier | median step (µs CPU) | ÷ Rapier | certified |\n|---|---|---|---|---|---|")
    for peer, results in rounds.items():
        mean, median = medians[peer]
        certified = "–" if results[0][2] is None else f"{min(r[2] for r in results):.0f} %"
        print(f"| {peer} | {mean:.2f} | {mean / base[0]:.2f} | {median:.2f} | {median / base[1]:.2f} | {certified} |")


main()
