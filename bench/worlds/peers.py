"""Which simulators can run here: the shared runners copied to a scratch folder, built where that is our job, and asked for.

Python peers are asked by importing their module; nothing is downloaded into anybody's Python. The programs that need a
compiler (our runner, Rapier's, ODE's) are built. Whoever is missing gets a sentence that says how to install it.
"""
import os, pathlib, shutil, subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's Siconos lives there
SOURCES = {".py", ".cpp", ".hpp", ".rs", ".toml"}
LEFT_OUT = {"lcp", "target", "target-f32", "scenes", "out", "venv", "__pycache__"}

# first part of a peer's name: (modules that its Python must have, what to do if it has not)
MODULES = {
    "mujoco": ("mujoco", "pip install mujoco"),
    "pybullet": ("pybullet", "pip install pybullet"),
    "drake": ("pydrake", "pip install drake"),
    "newton": ("newton", "pip install newton"),
    "siconos": ("siconos.kernel, siconos.mechanics", f"apt-get install python3-siconos (for {SYSTEM_PYTHON})"),
}


def copy_runners(shared, work):
    """The shared sources, file by file, because the folder itself may be read-only; what was built stays."""
    for file in shared.rglob("*"):
        inside = file.relative_to(shared)
        if file.suffix not in SOURCES or LEFT_OUT & set(inside.parts):
            continue
        goal = work / inside
        goal.parent.mkdir(parents=True, exist_ok=True)
        text = file.read_bytes()
        if inside == pathlib.Path("rapier/Cargo.toml") and b"[workspace]" not in text:
            text += b"\n[workspace]\n"  # the scratch folder may lie inside our own workspace, to which this does not belong
        if not goal.exists() or goal.read_bytes() != text:
            goal.write_bytes(text)


def build(command, folder=None):
    """None if the command succeeds, otherwise its last words."""
    print("   ", " ".join(map(str, command)), flush=True)
    try:
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    except FileNotFoundError:
        return f"{command[0]} is not installed"
    if run.returncode == 0:
        return None
    lines = run.stderr.strip().splitlines() or [f"exit code {run.returncode}"]
    return next((line for line in lines if "error" in line), lines[-1])


def own_runner(given):
    """Path of our runner, and why it is not there. Cargo sees by itself whether it is up to date."""
    if given:
        return given, None if pathlib.Path(given).exists() else f"no file {given}"
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "bench/peer/target")).resolve()
    manifest = ROOT / "bench/peer/Cargo.toml"
    failure = build(["cargo", "build", "--release", "--manifest-path", manifest, "--target-dir", target])
    return str(target / "release/stickslip-peer"), failure and f"it did not build: {failure}"


def rapier(work, precision):
    program = work / f"rapier/bin/peer-rapier-{precision}"
    if not program.exists():
        target = work / f"rapier/target-{precision}"
        features = ["--no-default-features", "--features", precision]
        failure = build(["cargo", "build", "--release", "--target-dir", target] + features, work / "rapier")
        if failure:
            return f"it did not build (needs cargo and the registry of crates): {failure}"
        program.parent.mkdir(exist_ok=True)
        shutil.copy2(target / "release/peer-rapier", program)
    return None


def ode(work):
    if not (work / "ode/run").exists():
        command = ["g++", "-O2", "-DdDOUBLE", "-o", "ode/run", "ode/run.cpp", "-lode", "-lpthread"]
        failure = build(command, work)
        if failure:
            return f"apt-get install libode-dev g++ ({failure})"
    return None


def missing(peers, work, python, stickslip_failure):
    """Reason for each peer that cannot run here."""
    reasons, known = {}, {}
    for peer in peers:
        family = peer.split("-")[0]
        key = peer.replace("-acc", "") if family == "rapier" else family
        if key not in known:
            known[key] = why_missing(key, family, work, python, stickslip_failure)
        if known[key]:
            reasons[peer] = known[key]
    return reasons


def why_missing(key, family, work, python, stickslip_failure):
    if family == "stickslip":
        return stickslip_failure
    if family == "rapier":
        return rapier(work, key.split("-")[1])
    if family == "ode":
        return ode(work)
    modules, remedy = MODULES[family]
    interpreter = SYSTEM_PYTHON if family == "siconos" else python
    try:
        # not in the scratch folder: its own folders have the names of these modules
        run = subprocess.run([interpreter, "-c", f"import numpy, {modules}"], capture_output=True, cwd=ROOT)
    except FileNotFoundError:
        return f"{interpreter} is not there"
    return None if run.returncode == 0 else remedy
