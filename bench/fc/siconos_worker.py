"""Solves one frictional contact problem with one solver of Siconos for compare.py, in a process that may die or hang.

Arguments: file, solver (a name such as NSGS, or GLOBAL_NSGS_WR for a file in the format fc-global-1), repeat. Prints one JSON object for each tolerance it is asked for: median seconds
of the driver call alone, r.
"""
import json, statistics, sys, time

import numpy as np
import siconos.numerics as sn

PATIENCE = 2.0  # seconds after which a problem is not repeated
TOLERANCES = [1e-8, 1e-10]  # asked of the solver; what it reached is judged by compare.py


def reduced(data):
    """A function that makes the problem anew, and the one that solves it."""
    dim, nc, n = data["dim"], data["nc"], data["dim"] * data["nc"]
    w = np.zeros((n, n))
    w[data["W"]["row"], data["W"]["col"]] = data["W"]["val"]
    q, mu = np.array(data["q"], float), np.array(data["mu"], float)
    driver = sn.fc3d_driver if dim == 3 else sn.fc2d_driver

    def solve(problem, r, options):
        u = np.zeros(n)
        start = time.perf_counter()
        driver(problem, r, u, options)
        return time.perf_counter() - start

    return lambda: sn.FrictionContactProblem(dim, nc, w, q, mu), solve


def sparse(entries, rows, cols):
    matrix = sn.NM_create(sn.NM_SPARSE, rows, cols)
    sn.NM_triplet_alloc(matrix, len(entries["row"]))
    for row, col, value in zip(entries["row"], entries["col"], entries["val"]):
        sn.NM_entry(matrix, row, col, value)
    return matrix


def whole(data):
    """The same for a problem with the velocities of its bodies."""
    rows, dofs = data["dim"] * data["nc"], len(data["q"])

    def make():
        problem = sn.GlobalFrictionContactProblem()
        problem.dimension, problem.numberOfContacts = data["dim"], data["nc"]
        problem.M, problem.H = sparse(data["M"], dofs, dofs), sparse(data["H"], dofs, rows)
        problem.q, problem.b, problem.mu = (np.array(data[key], float) for key in ("q", "b", "mu"))
        return problem

    def solve(problem, r, options):
        u, v = np.zeros(rows), np.zeros(dofs)
        start = time.perf_counter()
        sn.gfc3d_driver(problem, r, u, v, options)
        return time.perf_counter() - start

    return make, solve


def main():
    file, name, repeat = sys.argv[1], sys.argv[2], int(sys.argv[3])
    data = json.load(open(file))
    n = data["dim"] * data["nc"]
    if name.startswith("GLOBAL_"):
        code = f"SICONOS_GLOBAL_FRICTION_3D_{name.removeprefix('GLOBAL_')}"
        make, solve = whole(data)
    else:
        code = f"SICONOS_FRICTION_{data['dim']}D_{name}"
        make, solve = reduced(data)
    for tolerance in TOLERANCES:
        times = []
        for _ in range(repeat + 1):
            problem = make()
            options = sn.SolverOptions(getattr(sn, code))
            options.dparam[sn.SICONOS_DPARAM_TOL] = tolerance
            options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = max(100000, options.iparam[sn.SICONOS_IPARAM_MAX_ITER])
            r = np.zeros(n)
            times.append(solve(problem, r, options))
            if sum(times) > PATIENCE:
                break
        # the first run warms up caches, unless it is the only one
        seconds = statistics.median(times[1:] or times)
        print("\n" + json.dumps({"asked": tolerance, "seconds": seconds, "r": r.tolist()}), flush=True)


main()
