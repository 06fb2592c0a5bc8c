"""Solves LCPs with Siconos for compare.py: n, repeat, M, q as f64 in; median process time and z as f64 out."""
import statistics, sys, time

try:
    import numpy as np
    import siconos.numerics as sn
except ImportError:
    sys.exit(0)
sys.stdout.buffer.write(b"ready\n")
sys.stdout.buffer.flush()
while True:
    head = sys.stdin.buffer.read(16)
    if len(head) < 16:
        break
    n, repeat = (int(x) for x in np.frombuffer(head))
    m = np.frombuffer(sys.stdin.buffer.read(8 * n * n)).reshape(n, n).copy()
    q = np.frombuffer(sys.stdin.buffer.read(8 * n)).copy()
    times = []
    for _ in range(repeat):
        problem, options = sn.LCP(m, q), sn.SolverOptions(sn.SICONOS_LCP_LEMKE)
        options.iparam[sn.SICONOS_IPARAM_MAX_ITER] = 20000
        z, w = np.zeros(n), np.zeros(n)
        start = time.process_time()
        sn.linearComplementarity_driver(problem, z, w, options)
        times.append(time.process_time() - start)
        if sum(times) > 2.0:
            break
    sys.stdout.buffer.write(np.concatenate([[statistics.median(times)], z]).tobytes())
    sys.stdout.buffer.flush()
