"""All scenes and peers as one Markdown table, with what is needed to judge it in its head."""
import os, pathlib, platform, statistics, subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BASE = "rapier-f64"

LEGEND = """\
CPU time as a ratio to {base}: of all steps together, and of the median step in the second half, which does not see a few slow
steps; medians of the rounds, in brackets the lowest and the highest. A program that did not finish in its {budget:g} s (see `steps`)
is compared with {base} over the steps that it did, and its physics are those of the moment it got to. `–` is what was not
measured. Lengths in m, speeds in m/s, energies in J.
"""


def machine():
    model = platform.processor() or platform.machine()
    try:
        for line in open("/proc/cpuinfo"):
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    load = f", load {os.getloadavg()[0]:.1f} at the end" if hasattr(os, "getloadavg") else ""
    return f"{os.cpu_count()} cores, {model}{load}"


def revision():
    run = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return f" ({run.stdout.strip()})" if run.returncode == 0 else ""


def number(value):
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int) else f"{value:.2g}"


def typical(times):
    """Median of the second half: the first one has the cold start."""
    return statistics.median(times[len(times) // 2:])


def ratios(rounds, base, summary):
    """Ratio of a summary of the times to the base's in each round that both have, over the steps that both did."""
    found = []
    for turn in rounds.keys() & base.keys():
        common = min(len(rounds[turn]), len(base[turn]))
        found.append(summary(rounds[turn][:common]) / summary(base[turn][:common]))
    return found


def ratio_cell(found):
    if not found:
        return "–"
    spread = f" ({min(found):.2f}–{max(found):.2f})" if max(found) > min(found) else ""
    return f"{statistics.median(found):.2f}{spread}"


def scene_rows(scene, columns, results, failures):
    """A heading row with the names of the physics columns, then one row a peer, the fastest first."""
    base = results[BASE]["times"] if BASE in results else {}
    yield [f"**{scene}**"] + [""] * 6 + [f"*{c}*" for c in columns]
    rows = []
    for peer, result in results.items():
        last = result["last"]
        whole, median = (ratios(result["times"], base, summary) for summary in (sum, typical))
        milliseconds = statistics.median(1e3 * typical(times) for times in result["times"].values())
        steps = f"{last['steps']}/{last['wanted']}" + (f" {last['error'][:40]}" if last["error"] else "")
        certified = "–" if last["certified"] is None else f"{last['certified']:.0f}"
        cells = [f"{peer} ({last['precision']})", ratio_cell(whole), ratio_cell(median), f"{milliseconds:.3g}"]
        cells += [str(last["contacts"]), steps, certified]
        rows.append((statistics.median(whole) if whole else milliseconds, cells + [number(last.get(c)) for c in columns]))
    yield from (row for _, row in sorted(rows, key=lambda row: row[0]))
    for peer, reason in failures.items():
        if peer not in results:
            yield [peer, "–", "–", "–", "–", reason, "–"]


def write(out, command, budget, scenes, absent):
    """scenes: {name: (columns, {peer: {"times": {round: [s, ...]}, "last": metrics}}, {peer: reason})}"""
    versions = {}
    for _, results, _ in scenes.values():
        for peer, result in results.items():
            versions[peer] = result["last"]["version"] + (revision() if peer == "stickslip" else "")
    width = 7 + max((len(columns) for columns, _, _ in scenes.values()), default=0)
    head = ["scene, peer", f"time ÷ {BASE}", "median step ÷", "ms", "contacts", "steps", "certified %", "physics"]
    rows = [row for scene, content in scenes.items() for row in scene_rows(scene, *content)]
    lines = ["```sh", command, "```", "", f"Machine: {machine()}."]
    lines += ["Versions: " + ", ".join(f"{peer} {version}" for peer, version in versions.items()) + "."]
    lines += [f"Absent: {peer} ({reason})." for peer, reason in absent.items()]
    lines += ["", LEGEND.format(base=BASE, budget=budget)]
    padded = [row + [""] * (width - len(row)) for row in [head, ["---"] * width] + rows]
    lines += ["| " + " | ".join(cell.replace("|", "/") for cell in row) + " |" for row in padded]
    out.write_text("\n".join(lines) + "\n")
