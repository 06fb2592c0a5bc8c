"""All scenes and peers as one Markdown table, with what is needed to judge it in its head."""
import os, pathlib, platform, statistics, subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BASE = "rapier-f64"

LEGEND = """\
CPU time of the median step in the second half of a run, as a ratio to {base}: median of the rounds, in brackets the lowest and the
highest. A program that did not finish in its {budget:g} s (see `steps`) is compared with {base} over the steps that it did, and its
physics are those of the moment it got to. `–` is what was not measured. Lengths in m, speeds in m/s, energies in J.
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


def ratios(rounds, base):
    """Ratio to the base in each round that both have, over the steps that both did."""
    found = []
    for turn in rounds.keys() & base.keys():
        common = min(len(rounds[turn]), len(base[turn]))
        found.append(typical(rounds[turn][:common]) / typical(base[turn][:common]))
    return found


def ratio_cell(found):
    if not found:
        return "–"
    spread = f" ({min(found):.2f}–{max(found):.2f})" if max(found) > min(found) else ""
    return f"{statistics.median(found):.2f}{spread}"


def scene_rows(scene, columns, results, failures):
    """A heading row with the names of the physics columns, then one row a peer, the fastest first."""
    base = results[BASE]["times"] if BASE in results else {}
    yield [f"**{scene}**", "", "", "", "", ""] + [f"*{c}*" for c in columns]
    rows = []
    for peer, result in results.items():
        last, found = result["last"], ratios(result["times"], base)
        milliseconds = statistics.median(1e3 * typical(times) for times in result["times"].values())
        steps = f"{last['steps']}/{last['wanted']}" + (f" {last['error'][:40]}" if last["error"] else "")
        certified = "–" if last["certified"] is None else f"{last['certified']:.0f}"
        cells = [f"{peer} ({last['precision']})", ratio_cell(found), f"{milliseconds:.3g}", str(last["contacts"]), steps, certified]
        rows.append((statistics.median(found) if found else milliseconds, cells + [number(last.get(c)) for c in columns]))
    yield from (row for _, row in sorted(rows, key=lambda row: row[0]))
    for peer, reason in failures.items():
        if peer not in results:
            yield [peer, "–", "–", "–", reason, "–"]


def write(out, command, budget, scenes, absent):
    """scenes: {name: (columns, {peer: {"times": {round: [s, ...]}, "last": metrics}}, {peer: reason})}"""
    versions = {}
    for _, results, _ in scenes.values():
        for peer, result in results.items():
            versions[peer] = result["last"]["version"] + (revision() if peer == "stickslip" else "")
    width = 6 + max((len(columns) for columns, _, _ in scenes.values()), default=0)
    head = ["scene, peer", f"time ÷ {BASE}", "CPU ms/step", "contacts", "steps", "certified %", "physics"]
    rows = [row for scene, content in scenes.items() for row in scene_rows(scene, *content)]
    lines = ["```sh", command, "```", "", f"Machine: {machine()}."]
    lines += ["Versions: " + ", ".join(f"{peer} {version}" for peer, version in versions.items()) + "."]
    lines += [f"Absent: {peer} ({reason})." for peer, reason in absent.items()]
    lines += ["", LEGEND.format(base=BASE, budget=budget)]
    padded = [row + [""] * (width - len(row)) for row in [head, ["---"] * width] + rows]
    lines += ["| " + " | ".join(cell.replace("|", "/") for cell in row) + " |" for row in padded]
    out.write_text("\n".join(lines) + "\n")
