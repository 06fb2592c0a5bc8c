"""All scenes and peers as one Markdown table, with what is needed to judge it in its head."""
import os, pathlib, platform, statistics, subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BASE = "rapier-f64"

LEGEND = """\
CPU time of the median step in the second half of the steps done, median of the rounds, as a ratio to {base}; in brackets the
lowest and highest ratio of a round. Where `steps` says that a program did not finish in its {budget:g} s, time and physics are those of
the part it did, which may be a quieter one. `–` is what was not measured. Lengths in m, speeds in m/s, energies in J.
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


def ratio(times, base):
    """Ratio of the medians, and the range over the rounds that both have."""
    if not base:
        return "–"
    rounds = [times[r] / base[r] for r in times if r in base]
    middle = statistics.median(times.values()) / statistics.median(base.values())
    spread = f" ({min(rounds):.2f}–{max(rounds):.2f})" if len(rounds) > 1 else ""
    return f"{middle:.2f}{spread}"


def scene_rows(scene, columns, results, failures):
    """A heading row with the names of the physics columns, then one row a peer, the fastest first."""
    base = results[BASE]["times"] if BASE in results else None
    yield [f"**{scene}**", "", "", "", "", ""] + [f"*{c}*" for c in columns]
    for peer, result in sorted(results.items(), key=lambda item: statistics.median(item[1]["times"].values())):
        last = result["last"]
        steps = f"{last['steps']}/{last['wanted']}" + (f" {last['error'][:40]}" if last["error"] else "")
        certified = number(last["certified"]) if last.get("certified") is None else f"{last['certified']:.0f}"
        milliseconds = f"{statistics.median(result['times'].values()):.3g}"
        yield [f"{peer} ({last['precision']})", ratio(result["times"], base), milliseconds, str(last["contacts"]), steps,
               certified] + [number(last.get(c)) for c in columns]
    for peer, reason in failures.items():
        if peer not in results:
            yield [peer, "–", "–", "–", reason, "–"]


def write(out, command, budget, scenes, absent):
    """scenes: {name: (columns, {peer: {"times": {round: ms}, "last": metrics}}, {peer: reason})}"""
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
