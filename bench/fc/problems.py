"""Frictional contact problems as compare.py needs them: read, reduced to their impulses, and their answers judged."""
import json, math

import numpy as np


def matrix(entries, shape):
    """A dense matrix from triplets."""
    dense = np.zeros(shape)
    np.add.at(dense, (entries["row"], entries["col"]), entries["val"])
    return dense


def product(entries, x, rows, transposed=False):
    """A x, or A^T x, for a matrix in triplets."""
    y = np.zeros(rows)
    row, col = ("col", "row") if transposed else ("row", "col")
    np.add.at(y, entries[row], np.array(entries["val"], float) * x[entries[col]])
    return y


def reduced(data):
    """The problem in impulses alone: fc-local-1 is left as it is, of fc-global-1 the velocities are eliminated."""
    if data["format"] == "fc-local-1":
        return data
    n, rows = len(data["q"]), data["dim"] * data["nc"]
    m, h = data["M"], data["H"]
    q = np.array(data["q"], float)
    if all(i == j for i, j in zip(m["row"], m["col"])):
        diagonal = np.zeros(n)
        np.add.at(diagonal, m["row"], m["val"])
        used = sorted(set(h["row"]))
        place = {dof: k for k, dof in enumerate(used)}
        short = dict(h, row=[place[dof] for dof in h["row"]])
        own = matrix(short, (len(used), rows))
        w, free = own.T @ (own / diagonal[used][:, None]), q / diagonal
    else:
        mass, own = matrix(m, (n, n)), matrix(h, (n, rows))
        w, free = own.T @ np.linalg.solve(mass, own), np.linalg.solve(mass, q)
    q = product(h, free, rows, transposed=True) + np.array(data["b"], float)
    row, col = np.nonzero(w)
    w = dict(row=row.tolist(), col=col.tolist(), val=w[row, col].tolist())
    return dict(name=data["name"], dim=data["dim"], nc=data["nc"], mu=data["mu"], q=q.tolist(), W=w)


def natural_map(dim, mu, r, u):
    """|r - P(r - u^)| at rho = 1."""
    mu, r, u = np.array(mu, float), r.reshape(-1, dim), u.reshape(-1, dim)
    normal = r[:, 0] - u[:, 0] - mu * np.linalg.norm(u[:, 1:], axis=1)
    tangent = r[:, 1:] - u[:, 1:]
    size = np.linalg.norm(tangent, axis=1)
    onto = (normal + mu * size) / (1 + mu**2)
    safe = np.where(size > 0, size, 1.0)
    wall = np.column_stack([onto, tangent * (mu * onto / safe)[:, None]])
    inside = np.column_stack([normal, tangent])
    nearest = np.where((size <= mu * normal)[:, None], inside, wall)
    nearest[mu * size <= -normal] = 0.0
    return float(np.linalg.norm(r - nearest))


def numbers(values, length):
    if values is None or len(values) != length:
        return None
    values = np.array([math.nan if x is None else x for x in values], float)
    return values if np.all(np.isfinite(values)) else None


def residual(local, r):
    """The natural map at rho = 1, absolute and over |q|, of a problem in impulses alone."""
    q = np.array(local["q"], float)
    r = numbers(r, len(q))
    if r is None:
        return math.inf, math.inf
    u = q + product(local["W"], r, len(q))
    return both(natural_map(local["dim"], local["mu"], r, u), q)


def global_residual(data, local, v, r):
    """The same for velocities and impulses of a problem with bodies, whose M v = q + H r must hold as well."""
    q, rows = np.array(data["q"], float), data["dim"] * data["nc"]
    v, r = numbers(v, len(q)), numbers(r, rows)
    if v is None or r is None:
        return math.inf, math.inf
    force = product(data["H"], r, len(q))
    momentum = product(data["M"], v, len(q))
    if np.linalg.norm(momentum - q - force) > 1e-10 * (np.linalg.norm(q) + np.linalg.norm(force)):
        return math.inf, math.inf
    u = product(data["H"], v, rows, transposed=True) + np.array(data["b"], float)
    return both(natural_map(data["dim"], data["mu"], r, u), np.array(local["q"]))


def both(distance, q):
    scale = np.linalg.norm(q)
    return distance, 0.0 if distance == 0 else distance / scale if scale > 0 else math.inf


def read(file):
    return json.loads(file.read_text())
