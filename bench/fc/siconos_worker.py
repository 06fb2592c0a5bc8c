"""Solves one frictional contact problem with one solver of Siconos for compare.py, in a process that may die or hang.

Arguments: file, solver (a name such as NSGS), repeat. Prints one JSON object for each tolerance it is asked for: median seconds
of the driver call alone, r.
"""
import json, statistics, sys, time

import numpy as np
import siconos.numerics as sn

PATIENCE = 2.0  # seconds after which a problem is not repeated
TOLERANCES = [1e-8, 1e-10]  # asked of the solver; what it reached is judged by compare.py


def main():
    file, name, repeat = sys.argv[1], sys.argv[2], int(sys.argv[3])
    data = json.load(open(file))
    dim, nc, n = data["dim"], data["nc"], data["dim"] * data["nc"]
    w = np.zeros((n, n))
    w[data["W"]["row"], data["W"]["col"]] = data["W"]["val"]
    q, mu = np.array(data["q"], float), np.array(data["mu"], float)
    driver = sn.fc3d_driver if dim == 3 else sn.fc2d_driver
    for tolerance in TOLERANCES:
        times = []
        for _ in range(repeat + 1):
            problem = sn.FrictionContactProblem(dim, nc, w, q, mu)
            options = sn.SolverOptions(getattr(sn, f"SICONOS_FRICTION_{dim}D_{name}"))
            options.dparam[sn.SICONOS_DPARAM_TOL] = tolerance
            options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = max(100000, options.iparam[sn.SICONOS_IPARAM_MAX_ITER])
            r, u = np.zeros(n), np.zeros(n)
            start = time.perf_counter()
            driver(problem, r, u, options)
            times.append(time.perf_counter() - start)
            if sum(times) > PATIENCE:
                break
        # the first run warms up caches, unless it is the only one
        seconds = statistics.median(times[1:] or times)
        print("\n" + json.dumps({"asked": tolerance, "seconds": seconds, "r": r.tolist()}), flush=True)


main()
